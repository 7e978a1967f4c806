import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Braces } from 'lucide-react';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { getStructureTextOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { draftStructureText, planStructureText } from '#api/generated/sdk.gen.ts';
import type { StructureText, StructureTextUpdate } from '#api/generated/types.gen.ts';
import { zDraftStructureTextBody } from '#api/generated/zod.gen.ts';
import { ApiError, errorMessage } from '#src/api/errors.ts';
import { TextField } from '#src/components/form/fields.tsx';
import { FormDialog } from '#src/components/form/form-dialog.tsx';
import { toast } from '#src/components/toasts/toasts.ts';
import { formatCount } from '#src/lib/text/format.ts';
import { Callout } from '#src/ui/callout.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { useKeepsTexts } from '../capabilities.ts';
import { showDraft } from '../draft/draft-queries.ts';
import type { Editing } from '../editing.ts';
import type { SitePath } from '../queries.ts';
import { NumberedText, selectLine } from './numbered-text.tsx';
import { TextPlan } from './text-plan.tsx';

const TITLE = 'Structure as text';

/** Edits the structure as the text of a `docs.yaml`, and makes it the draft. */
export function TextDialog({ editing }: { editing: Editing }) {
  const { site, setDialog } = editing;
  const isKept = useKeepsTexts();
  const { data, error } = useQuery({
    ...getStructureTextOptions({ path: { ...site } }),
    enabled: isKept === true,
    // What is being edited is not exchanged.
    staleTime: Infinity,
    gcTime: 0,
  });
  if (data) return <TextForm editing={editing} current={data} />;
  return (
    <Dialog title={TITLE} size="large" onClose={() => setDialog(null)}>
      {isKept === false && (
        <EmptyState icon={<Braces />} title="Not on this server">
          This server doesn’t give structures as text.
        </EmptyState>
      )}
      {error && <Callout tone="danger" urgent title={errorMessage(error)} />}
      {isKept !== false && !error && <Skeleton className="h-64" />}
    </Dialog>
  );
}

function TextForm({ editing, current }: { editing: Editing; current: StructureText }) {
  const queryClient = useQueryClient();
  const { site, readOnly, draft, setDialog } = editing;
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const hasChanges = draft !== null && draft.draft.changes.length > 0;
  const denial = readOnly ?? (hasChanges ? 'The draft has changes. Apply or discard it first.' : undefined);
  const save = async (body: StructureTextUpdate) => {
    setPending(true);
    try {
      const { data } = await draftStructureText({ path: { ...site }, body, throwOnError: true });
      showDraft(queryClient, site, data);
      const { length } = data.changes;
      toast(
        length === 0
          ? 'The text describes the structure as it is'
          : `The draft has ${formatCount(length, 'change')} of the text`,
      );
    } catch (failure) {
      setError(failure instanceof ApiError ? failure : null);
      throw failure;
    } finally {
      setPending(false);
    }
  };
  return (
    <FormDialog<StructureTextUpdate>
      title={TITLE}
      description="As a docs.yaml has it. What you change becomes the draft; the site stays as it is until you apply that."
      submitLabel="Make it the draft"
      size="large"
      draft={`structure-text.${site.siteId}`}
      schema={zDraftStructureTextBody}
      defaultValues={{ text: current.text, version: current.version }}
      error={error}
      pending={pending}
      onSubmit={save}
      onSaved={() => editing.setDraft(true)}
      onClose={() => setDialog(null)}
    >
      {({ control, watch, setValue }) => (
        <>
          {denial !== undefined && <Callout>{denial}</Callout>}
          <TextField
            control={control}
            name="text"
            label="Text"
            limit={500_000}
            renderControl={(text) => (
              <NumberedText control={text} onField={(element) => (field.current = element)} />
            )}
          />
          <PlanOf
            site={site}
            text={watch('text')}
            version={watch('version')}
            current={current}
            onLine={(line) => field.current && selectLine(field.current, line)}
            onOverwrite={() => setValue('version', undefined)}
          />
        </>
      )}
    </FormDialog>
  );
}

const PLAN_MS = 400;

/** A text once nobody has typed for a moment. */
function useSettled(text: string): string {
  const deferred = useDeferredValue(text);
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(deferred), PLAN_MS);
    return () => clearTimeout(timer);
  }, [deferred]);
  return settled;
}

interface PlanOfProps {
  site: SitePath;
  text: string;
  version: string | undefined;
  current: StructureText;
  onLine: (line: number) => void;
  /** Plans for the structure as it is now, also what others have changed since. */
  onOverwrite: () => void;
}

/** What the text would change, as soon as it is typed. */
function PlanOf({ site, text, version, current, onLine, onOverwrite }: PlanOfProps) {
  const settled = useSettled(text);
  const isChanged = settled !== current.text || version !== current.version;
  const { data, error, isFetching } = useQuery({
    queryKey: ['planStructureText', site.siteId, settled, version],
    queryFn: async ({ signal }) => {
      const body = { text: settled, ...(version !== undefined && { version }) };
      return (await planStructureText({ path: { ...site }, body, signal, throwOnError: true })).data;
    },
    enabled: isChanged && settled !== '',
    placeholderData: (previous) => previous,
    retry: false,
    gcTime: 0,
  });
  return (
    <TextPlan
      plan={isChanged ? data : undefined}
      error={isChanged ? error : null}
      isStale={isFetching || settled !== text}
      onLine={onLine}
      onOverwrite={onOverwrite}
    />
  );
}

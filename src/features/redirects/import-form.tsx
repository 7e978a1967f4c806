import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { importSiteRedirectsMutation } from '#api/generated/@tanstack/react-query.gen.ts';
import { importSiteRedirects } from '#api/generated/sdk.gen.ts';
import { ApiError } from '#src/api/errors.ts';
import { useApiMutation } from '#src/api/queries.ts';
import { TextField } from '#src/components/form/fields.tsx';
import { FormDialog } from '#src/components/form/form-dialog.tsx';
import { TextFileInput } from '#src/components/form/text-file-input.tsx';
import { toast } from '#src/components/toasts/toasts.ts';
import { formatCount, formatNumber } from '#src/lib/text/format.ts';
import { Callout } from '#src/ui/callout.tsx';
import { Field } from '#src/ui/form/field.tsx';
import type { SitePath } from './queries.ts';
import { columnHeadings, describeProblems, parseRedirectFile } from './redirect-file.ts';

interface Values {
  text: string;
}

const schema = z.object({ text: z.string().min(1) });

/** Debounce before the server checks what is typed, in milliseconds. */
const DEBOUNCE_MS = 300;

/** More problems are counted. */
const MAX_SHOWN = 20;

interface ImportRedirectsFormProps {
  path: SitePath;
  onClose: () => void;
}

/** Imports redirects from a CSV, after a check by the server: all of them or none. */
export function ImportRedirectsForm({ path, onClose }: ImportRedirectsFormProps) {
  const run = useApiMutation(importSiteRedirectsMutation(), {
    invalidates: [{ operation: 'listSiteRedirects', path: { ...path } }],
  });
  return (
    <FormDialog<Values>
      title="Import redirects"
      description={`A CSV with the columns ${columnHeadings.join(', ')}. A redirect of the same path is replaced.`}
      submitLabel="Import redirects"
      schema={schema}
      defaultValues={{ text: '' }}
      draft={`import-redirects.${path.siteId}`}
      error={run.error}
      pending={run.isPending}
      onSubmit={async ({ text }) => {
        const parsed = parseRedirectFile(text);
        if ('problems' in parsed) {
          const message = 'Fix the problems of the file first.';
          throw new ApiError({ status: 400, message, operation: 'importSiteRedirects' });
        }
        const body = { redirects: parsed.redirects };
        const { created, updated } = await run.mutateAsync({ path: { ...path }, body });
        toast(`Imported ${formatCount(created + updated, 'redirect')}`);
      }}
      onClose={onClose}
    >
      {({ control, setValue }) => (
        <>
          <Field label="File">
            {(attributes) => (
              <TextFileInput
                {...attributes}
                accept=".csv,text/csv,text/plain"
                onRead={(text) => setValue('text', text, { shouldDirty: true, shouldValidate: true })}
              />
            )}
          </Field>
          <TextField
            control={control}
            name="text"
            label="CSV"
            placeholder={'source,target\n/old/page,/new/page'}
            multiline
            code
          />
          <ImportCheck path={path} control={control} />
        </>
      )}
    </FormDialog>
  );
}

/** The effects of an import, or its problems. */
function ImportCheck({ path, control }: { path: SitePath; control: Control<Values, unknown, Values> }) {
  const text = useDeferredValue(useWatch({ control, name: 'text' }));
  const parsed = text.trim() === '' ? null : parseRedirectFile(text);
  const redirects = parsed && 'redirects' in parsed ? parsed.redirects : [];
  const check = useQuery({
    queryKey: ['redirect-import', path, redirects],
    queryFn: async ({ signal }) => {
      await new Promise((resolve) => setTimeout(resolve, DEBOUNCE_MS));
      signal.throwIfAborted();
      const body = { redirects, dryRun: true };
      return (await importSiteRedirects({ path: { ...path }, body, signal, throwOnError: true })).data;
    },
    enabled: redirects.length > 0,
    retry: false,
    gcTime: 0,
    staleTime: Infinity,
  });
  if (!parsed) return null;
  if ('problems' in parsed) return <Problems problems={parsed.problems} />;
  if (check.error) {
    const details = check.error instanceof ApiError ? check.error.details : [];
    const problems = describeProblems(details, parsed.lines);
    return <Problems problems={problems.length > 0 ? problems : [check.error.message]} />;
  }
  if (!check.data) return <p role="status">Checking redirects…</p>;
  const { created, updated } = check.data;
  return (
    <div role="status" className="flex flex-col gap-1">
      <p>
        {formatNumber(created)} new, {formatNumber(updated)} replaced.
      </p>
      {parsed.ignored.length > 0 && (
        <p className="text-xs text-ink-soft">Ignored columns: {parsed.ignored.join(', ')}.</p>
      )}
    </div>
  );
}

function Problems({ problems }: { problems: readonly string[] }) {
  return (
    <Callout tone="warning" title={formatCount(problems.length, 'problem')}>
      <ul>
        {problems.slice(0, MAX_SHOWN).map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
        {problems.length > MAX_SHOWN && <li>{formatNumber(problems.length - MAX_SHOWN)} more</li>}
      </ul>
    </Callout>
  );
}

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useState } from 'react';
import { listStructureVersionsOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { restoreStructureVersion } from '#api/generated/sdk.gen.ts';
import type { StructureVersion } from '#api/generated/types.gen.ts';
import { errorMessage } from '#src/api/errors.ts';
import { toast } from '#src/components/toasts/toasts.ts';
import { formatCount } from '#src/lib/text/format.ts';
import { Button } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { Time } from '#src/ui/time.tsx';
import { useKeepsVersions } from '../capabilities.ts';
import { showDraft } from '../draft/draft-queries.ts';
import type { Editing } from '../editing.ts';

/** Lists who changed what in the structure, and brings an earlier one back as a draft. */
export function HistoryDialog({ editing }: { editing: Editing }) {
  const { site, setDialog } = editing;
  const isKept = useKeepsVersions();
  const [pages, setPages] = useState(1);
  const { data, error } = useQuery({
    ...listStructureVersionsOptions({ path: { ...site }, query: { limit: 50 * pages } }),
    placeholderData: (previous) => previous,
    enabled: isKept === true,
  });
  return (
    <Dialog
      title="History of the structure"
      description="Changes of the last year, the latest first."
      onClose={() => setDialog(null)}
    >
      {isKept === false && (
        <EmptyState icon={<History />} title="No history on this server">
          This server doesn’t keep earlier structures.
        </EmptyState>
      )}
      {error && <Callout tone="danger" urgent title={errorMessage(error)} />}
      {isKept !== false && !data && !error && <Skeleton className="h-24" />}
      {data?.items.length === 0 && (
        <EmptyState icon={<History />} title="No changes yet">
          Changes of the structure are listed here from now on.
        </EmptyState>
      )}
      {data && data.items.length > 0 && (
        <>
          <ol aria-label="Earlier structures" className="flex flex-col">
            {data.items.map((version) => (
              <VersionRow key={version.id} editing={editing} version={version} />
            ))}
          </ol>
          {data.next && (
            <Button className="mt-3" onClick={() => setPages(pages + 1)}>
              Show more
            </Button>
          )}
        </>
      )}
    </Dialog>
  );
}

/** The sentences of a change, and its people. */
function describeVersion({ changes }: StructureVersion): { sentences: string[]; people: string } {
  const people = new Set(changes.flatMap(({ user }) => user?.displayName ?? []));
  return {
    sentences:
      changes.length === 0 ? ['Removed items of a deleted space.'] : changes.map(({ summary }) => summary),
    people: [...people].join(', '),
  };
}

function VersionRow({ editing, version }: { editing: Editing; version: StructureVersion }) {
  const queryClient = useQueryClient();
  const { site, readOnly, draft } = editing;
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<string>();
  const { sentences, people } = describeVersion(version);
  const restore = async () => {
    setPending(true);
    setError(undefined);
    try {
      const { data } = await restoreStructureVersion({
        path: { ...site, structureVersionId: version.id },
        throwOnError: true,
      });
      showDraft(queryClient, site, data.draft);
      editing.setDialog(null);
      editing.setDraft(true);
      const { length } = data.draft.changes;
      const done =
        length === 0
          ? 'The structure is as it was then.'
          : `The draft leads back there in ${formatCount(length, 'change')}.`;
      toast([done, ...data.missing].join(' '), { durationMs: data.missing.length > 0 ? 20_000 : 8000 });
    } catch (failure) {
      setError(errorMessage(failure));
      setPending(false);
    }
  };
  const hasChanges = draft !== null && draft.draft.changes.length > 0;
  return (
    <li className="flex flex-wrap items-start gap-2 border-b border-line py-2 last:border-0">
      <div className="min-w-40 flex-1 wrap-anywhere">
        {sentences.map((sentence, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the sentences of a version never change
          <p key={index}>{sentence}</p>
        ))}
        <p className="text-xs text-ink-soft">
          {people && <>{people}, </>}
          <Time value={version.changedAt} />
        </p>
        {error !== undefined && (
          <p role="alert" className="text-danger-ink">
            {error}
          </p>
        )}
      </div>
      <Button
        size="small"
        pending={isPending}
        disabledReason={readOnly ?? (hasChanges && 'The draft has changes. Apply or discard it first.')}
        aria-label={`Bring back as a draft what was before: ${sentences[0]}`}
        onClick={() => void restore()}
      >
        Back to before
      </Button>
    </li>
  );
}

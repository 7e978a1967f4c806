import { useQuery } from '@tanstack/react-query';
import { errorMessage } from '#src/api/errors.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { SkeletonRows } from '#src/ui/skeleton.tsx';
import type { ChangeRequestPath } from '../change-request-labels.ts';
import { type FileChange, fileChangeLabel } from './file-changes.tsx';
import { fileUse } from './file-query.ts';

interface FilePanelProps {
  path: ChangeRequestPath;
  change: FileChange;
  onClose: () => void;
}

/** A changed file: preview, change and the pages that use it. */
export function FilePanel({ path, change, onClose }: FilePanelProps) {
  const { data, error, refetch } = useQuery(fileUse(path, change));
  const [word, tone] = fileChangeLabel(change.changeType);
  const isRemoved = change.changeType === 'file_deleted';
  return (
    <Dialog shape="panel" title={change.name} onClose={onClose}>
      <p className="mb-3">
        <Badge tone={tone}>{word}</Badge> <span className="text-ink-soft">{change.contentType}</span>
      </p>
      {error && (
        <Callout
          tone="danger"
          action={
            <Button size="small" onClick={() => void refetch()}>
              Try again
            </Button>
          }
        >
          {errorMessage(error)}
        </Callout>
      )}
      {!data && !error && <SkeletonRows rows={3} />}
      {data?.file && change.contentType?.startsWith('image/') && (
        <img
          src={data.file.downloadURL}
          alt={`Preview of ${change.name}`}
          className="mb-4 max-h-80 max-w-full rounded-md border border-line bg-sunken object-contain"
        />
      )}
      {data && (
        <section aria-labelledby="changed-file-uses">
          <h3 id="changed-file-uses" className="mb-1 font-semibold">
            {isRemoved ? 'Still used on' : 'Used on'}
          </h3>
          {data.uses.length === 0 ? (
            <p className="text-ink-soft">Not used on any page.</p>
          ) : (
            <ul className="list-disc pl-5">
              {data.uses.map(({ page }, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- one page may use it at several places
                <li key={index} dir="auto">
                  {page?.title ?? page?.path ?? 'Untitled page'}
                </li>
              ))}
            </ul>
          )}
          {data.more && <p className="text-ink-soft">More pages use this file.</p>}
        </section>
      )}
    </Dialog>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { listChangeRequestFilesOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { errorMessage } from '#src/api/errors.ts';
import { UploadQueue } from '#src/domain/uploads/upload-queue.ts';
import { UploadRows } from '#src/domain/uploads/upload-rows.tsx';
import { formatNumber } from '#src/lib/text/format.ts';
import { pictureUrl } from '#src/lib/text/urls.ts';
import { useStore } from '#src/ui/browser/use-store.ts';
import { Button } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { PickList } from '#src/ui/form/pick-list.tsx';
import type { EditedPage } from '../session/session-server.ts';
import { PictureFileButton } from '../uploads/picture-file-button.tsx';

/** As many files as one request answers. */
const maxFiles = 1000;
const maxShown = 50;

interface CoverDialogProps {
  page: EditedPage;
  selectedId: string | undefined;
  onPick: (fileId: string) => void;
  /** The bytes of a new picture are on the server; a save makes the file. */
  onUpload: (fileId: string) => void;
  onClose: () => void;
}

/** Selects a cover among the pictures of the change request, or uploads one. */
export function CoverDialog({ page, selectedId, onPick, onUpload, onClose }: CoverDialogProps) {
  const { spaceId, changeRequestId } = page;
  const [query, setQuery] = useState('');
  const { data, error, isPending, refetch } = useQuery(
    listChangeRequestFilesOptions({ path: { spaceId, changeRequestId }, query: { limit: maxFiles } }),
  );
  const lowerQuery = query.trim().toLocaleLowerCase();
  const pictures = (data?.items ?? []).filter(
    ({ contentType, name }) =>
      contentType.startsWith('image/') && name.toLocaleLowerCase().includes(lowerQuery),
  );
  return (
    <Dialog
      title="Select cover"
      description={
        data?.items.length === maxFiles
          ? `Pictures among the first ${formatNumber(maxFiles)} files of the change request.`
          : 'Pictures of the change request.'
      }
      onClose={onClose}
      initialFocus="input:not([type=file])"
    >
      <CoverUpload spaceId={spaceId} onUpload={onUpload} />
      {error ? (
        <Callout
          tone="danger"
          urgent
          action={
            <Button size="small" onClick={() => void refetch()}>
              Try again
            </Button>
          }
        >
          {errorMessage(error)}
        </Callout>
      ) : (
        <PickList
          label="Search pictures"
          query={query}
          onQuery={setQuery}
          pending={isPending}
          empty={lowerQuery === '' ? 'No pictures yet.' : 'Nothing found.'}
          selectedId={selectedId}
          options={pictures.slice(0, maxShown).map(({ id, name, downloadURL, dimensions }) => ({
            id,
            content: (
              <>
                <img
                  src={pictureUrl(downloadURL)}
                  alt=""
                  loading="lazy"
                  className="h-8 w-12 shrink-0 rounded-sm bg-sunken object-cover"
                />
                <span dir="auto" className="min-w-0 flex-1 truncate">
                  {name}
                </span>
                {dimensions && (
                  <span className="shrink-0 text-ink-soft tabular-nums">
                    {formatNumber(dimensions.width)} × {formatNumber(dimensions.height)}
                  </span>
                )}
              </>
            ),
          }))}
          onPick={onPick}
        />
      )}
    </Dialog>
  );
}

function cancelAll(queue: UploadQueue): void {
  for (const { key } of queue.uploads.get()) queue.remove(key);
}

/** Uploads one picture while it is mounted. */
function CoverUpload({ spaceId, onUpload }: { spaceId: string; onUpload: (fileId: string) => void }) {
  const [queue] = useState(() => new UploadQueue({ spaceId, onSent: ({ fileId }) => onUpload(fileId) }));
  const uploads = useStore(queue.uploads);
  useEffect(() => () => cancelAll(queue), [queue]);
  const upload = (file: File) => {
    cancelAll(queue);
    queue.add([file]);
  };
  return (
    <div className="mb-4 flex flex-col gap-1.5">
      <PictureFileButton label="Upload picture…" onChoose={upload} />
      {uploads.length > 0 && (
        <UploadRows
          uploads={uploads}
          onCancel={(key) => queue.remove(key)}
          onRetry={(key) => queue.retry(key)}
        />
      )}
    </div>
  );
}

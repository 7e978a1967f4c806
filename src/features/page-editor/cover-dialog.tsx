import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listChangeRequestFilesOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { errorMessage } from '#src/api/errors.ts';
import { tryAgainLabel } from '#src/lib/shared-labels.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { Button } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { PickList } from '#src/ui/form/pick-list.tsx';
import type { EditedPage } from './session-server.ts';

/** As many files as one request answers. */
const maxFiles = 1000;
const maxShown = 50;

interface CoverDialogProps {
  page: EditedPage;
  selectedId: string | undefined;
  onPick: (fileId: string) => void;
  onClose: () => void;
}

/** Selects a cover among the pictures of the change request. */
export function CoverDialog({ page, selectedId, onPick, onClose }: CoverDialogProps) {
  const { spaceId, changeRequestId } = page;
  const [query, setQuery] = useState('');
  const { data, error, isPending, refetch } = useQuery(
    listChangeRequestFilesOptions({ path: { spaceId, changeRequestId }, query: { limit: maxFiles } }),
  );
  const wanted = query.trim().toLocaleLowerCase();
  const pictures = (data?.items ?? []).filter(
    ({ contentType, name }) => contentType.startsWith('image/') && name.toLocaleLowerCase().includes(wanted),
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
    >
      {error ? (
        <Callout
          tone="danger"
          urgent
          action={
            <Button size="small" onClick={() => void refetch()}>
              {tryAgainLabel}
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
          empty={wanted === '' ? 'No pictures yet.' : 'Nothing found.'}
          selectedId={selectedId}
          options={pictures.slice(0, maxShown).map(({ id, name, downloadURL, dimensions }) => ({
            id,
            content: (
              <>
                <img
                  src={downloadURL}
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

import { queryOptions, useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { Paperclip } from 'lucide-react';
import {
  getChangeRequestFile,
  getSpaceFile,
  listChangeRequestFileBacklinks,
  listSpaceFileBacklinks,
} from '#api/generated/sdk.gen.ts';
import type { File, LinkReference, ChangedFile, ContentChange } from '#api/generated/types.gen.ts';
import { ApiError, errorMessage } from '#src/api/errors.ts';
import type { List } from '#src/api/paging.ts';
import { type Column, DataTable } from '#src/components/table/data-table.tsx';
import { formatSize } from '#src/lib/text/file-size.ts';
import { pictureUrl } from '#src/lib/text/urls.ts';
import { Badge, type Tone } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import type { MenuEntries } from '#src/ui/menu.ts';
import { SkeletonRows } from '#src/ui/skeleton.tsx';
import type { ChangeRequestPath } from '../labels.ts';

export interface FileChange extends ChangedFile {
  changeType: string;
}

const changeTypeLabels: Record<string, [name: string, tone: Tone]> = {
  file_created: ['+ Added', 'success'],
  file_edited: ['~ Replaced', 'info'],
  file_renamed: ['~ Renamed', 'info'],
  file_deleted: ['− Deleted', 'danger'],
  file_unchanged: ['Unchanged', 'neutral'],
};

/** Label of a file change, with a sign. */
function fileChangeLabel({ changeType, replaced, previousName }: FileChange): [name: string, tone: Tone] {
  const isRenamed = changeType === 'file_edited' && replaced !== true && previousName !== undefined;
  const became = isRenamed ? 'file_renamed' : changeType;
  return new Map(Object.entries(changeTypeLabels)).get(became) ?? [became, 'neutral'];
}

/** The file changes of a change request. */
export function fileChanges(changes: readonly ContentChange[]): FileChange[] {
  return changes.flatMap(({ type, file }) => (file ? [{ ...file, changeType: type }] : []));
}

const columns: readonly Column<FileChange>[] = [
  {
    id: 'name',
    header: 'File',
    cell: ({ name, changeType }) => (
      <bdi className={changeType === 'file_deleted' ? 'truncate line-through' : 'truncate font-medium'}>
        {name}
      </bdi>
    ),
  },
  { id: 'type', header: 'Type', width: '14rem', cell: ({ contentType }) => contentType },
  {
    id: 'size',
    header: 'Size',
    width: '8rem',
    align: 'end',
    cell: ({ size }) => size !== undefined && formatSize(size),
  },
  {
    id: 'became',
    header: 'Change',
    width: '9rem',
    phone: 'aside',
    cell: (change) => {
      const [name, tone] = fileChangeLabel(change);
      return <Badge tone={tone}>{name}</Badge>;
    },
  },
];

interface FileChangesProps {
  organizationId: string;
  spaceId: string;
  changeRequest: string;
  /** "Changed files". */
  label: string;
  list: List<FileChange>;
  /** Lists all files, not only changed ones. */
  show?: 'all' | undefined;
  /** The menu of a file. */
  menuOf?: ((file: FileChange) => MenuEntries) | undefined;
}

/** Files of a change request with their changes; one opens in a panel. */
export function FileChanges({ label, list, show, menuOf, ...params }: FileChangesProps) {
  return (
    <DataTable
      label={label}
      noun="file"
      list={list}
      columns={columns}
      rowId={({ id }) => id}
      rowName={({ name }) => name}
      {...(menuOf && { rowMenu: menuOf })}
      rowLink={({ id }) =>
        linkOptions({
          to: '/o/$organizationId/spaces/$spaceId/changes/$changeRequest/files',
          params,
          search: { file: id, show },
        })
      }
      empty={
        <EmptyState
          icon={<Paperclip />}
          title={show === 'all' ? 'No files' : 'No changed files'}
          className="rounded-lg border border-line"
        >
          {show === 'all'
            ? 'Images and attachments of this change request’s pages appear here.'
            : 'Images and attachments that this change request adds, replaces or deletes appear here.'}
        </EmptyState>
      }
    />
  );
}

/** A changed file and the pages that use it. */
export interface FileUse {
  /** Null if it was deleted both here and in the space. */
  file: File | null;
  uses: readonly LinkReference[];
  more: boolean;
}

/** A file of a change request; for a deleted one, the space's file and its uses there. */
function fileUse(path: ChangeRequestPath, { id: fileId, changeType }: FileChange) {
  return queryOptions({
    queryKey: ['changed-file', path.spaceId, path.changeRequestId, fileId],
    queryFn: async ({ signal }): Promise<FileUse> => {
      const more = { signal, throwOnError: true } as const;
      const query = { limit: 100 };
      try {
        const [file, uses] =
          changeType === 'file_deleted'
            ? await Promise.all([
                getSpaceFile({ path: { ...path, fileId }, ...more }),
                listSpaceFileBacklinks({ path: { ...path, fileId }, query, ...more }),
              ])
            : await Promise.all([
                getChangeRequestFile({ path: { ...path, fileId }, ...more }),
                listChangeRequestFileBacklinks({ path: { ...path, fileId }, query, ...more }),
              ]);
        return { file: file.data, uses: uses.data.items, more: uses.data.next !== undefined };
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return { file: null, uses: [], more: false };
        throw error;
      }
    },
  });
}

interface FilePanelProps {
  path: ChangeRequestPath;
  change: FileChange;
  onClose: () => void;
}

/** A changed file: preview, change and the pages that use it. */
export function FilePanel({ path, change, onClose }: FilePanelProps) {
  const { data, error, refetch } = useQuery(fileUse(path, change));
  const [label, tone] = fileChangeLabel(change);
  const isRemoved = change.changeType === 'file_deleted';
  return (
    <Dialog shape="panel" title={change.name} onClose={onClose}>
      <p className="mb-3">
        <Badge tone={tone}>{label}</Badge> <span className="text-ink-soft">{change.contentType}</span>
        {change.previousName !== undefined && (
          <span className="block wrap-anywhere text-ink-soft">
            Was called <bdi>{change.previousName}</bdi>.
          </span>
        )}
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
          src={pictureUrl(data.file.downloadURL)}
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

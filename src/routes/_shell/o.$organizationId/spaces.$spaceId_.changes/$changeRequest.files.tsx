import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { listChangeRequestFilesInfiniteOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { pageSize } from '#src/api/first-requests.ts';
import { type List, pagedOptions, useList, completeList } from '#src/api/paging.ts';
import type { ChangeRequestPath } from '#src/features/change-requests/labels.ts';
import {
  type FileChange,
  FileChanges,
  fileChanges,
  FilePanel,
} from '#src/features/change-requests/views/files.tsx';
import { changesOf } from '#src/features/change-requests/views/sides.ts';
import { choiceParam, searchParams, textParam } from '#src/lib/search-params.ts';
import { filesLabel } from '#src/lib/shared-labels.ts';
import { SegmentedControl } from '#src/ui/form/segmented-control.tsx';

const validateSearch = searchParams({ file: textParam(64), show: choiceParam(['all']) });

const filesOf = (path: ChangeRequestPath) =>
  pagedOptions(listChangeRequestFilesInfiniteOptions({ path, query: { limit: pageSize } }));

const pathOf = (params: { spaceId: string; changeRequest: string }): ChangeRequestPath => ({
  spaceId: params.spaceId,
  changeRequestId: params.changeRequest,
});

export const Route = createFileRoute(
  '/_shell/o/$organizationId/spaces/$spaceId_/changes/$changeRequest/files',
)({
  validateSearch,
  loaderDeps: ({ search: { show } }) => ({ show }),
  loader: ({ context: { queryClient }, params, deps: { show } }) =>
    Promise.all([
      queryClient.ensureQueryData(changesOf(pathOf(params))),
      show === 'all' && queryClient.ensureInfiniteQueryData(filesOf(pathOf(params))),
    ]),
  component: Files,
});

/** The changed files of a change request, or all files after the merge. */
function Files() {
  const params = Route.useParams();
  const { show } = Route.useSearch();
  const navigate = Route.useNavigate();
  const changed = fileChanges(useSuspenseQuery(changesOf(pathOf(params))).data.changes);
  return (
    <>
      <div className="mb-3">
        <SegmentedControl
          label={filesLabel}
          value={show ?? 'changed'}
          options={[
            { value: 'changed', label: 'Changed' },
            { value: 'all', label: 'All files' },
          ]}
          onChange={(next) => void navigate({ search: next === 'all' ? { show: next } : {}, replace: true })}
        />
      </div>
      {show === 'all' ? <AllFiles changed={changed} /> : <FilesWithPanel list={completeList(changed)} />}
    </>
  );
}

/** All files after the merge. */
function AllFiles({ changed }: { changed: readonly FileChange[] }) {
  const list = useList(filesOf(pathOf(Route.useParams())));
  const items = list.items.map(
    (file): FileChange =>
      changed.find(({ id }) => id === file.id) ?? { ...file, changeType: 'file_unchanged' },
  );
  return <FilesWithPanel list={{ ...list, items }} />;
}

/** A list of files, with the one named in the URL in a panel. */
function FilesWithPanel({ list }: { list: List<FileChange> }) {
  const params = Route.useParams();
  const { file, show } = Route.useSearch();
  const navigate = Route.useNavigate();
  const open = list.items.find(({ id }) => id === file);
  return (
    <>
      <FileChanges
        label={show === 'all' ? filesLabel : 'Changed files'}
        list={list}
        show={show}
        {...params}
      />
      {open && (
        <FilePanel
          path={pathOf(params)}
          change={open}
          onClose={() => void navigate({ search: { show }, replace: true })}
        />
      )}
    </>
  );
}

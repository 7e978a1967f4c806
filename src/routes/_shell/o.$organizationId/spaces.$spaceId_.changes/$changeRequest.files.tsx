import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import {
  getSpaceOptions,
  listChangeRequestFilesInfiniteOptions,
} from '#api/generated/@tanstack/react-query.gen.ts';
import { pageSize } from '#src/api/first-requests.ts';
import { type List, pagedOptions, useList, completeList } from '#src/api/paging.ts';
import { loadPart } from '#src/api/parts.ts';
import { PanelBoundary } from '#src/components/errors/fetch-failure.tsx';
import { useDenialReasons } from '#src/features/change-requests/denial-reasons.ts';
import { ClosedNotice } from '#src/features/change-requests/details.tsx';
import { type FileTools, useFileTools } from '#src/features/change-requests/files/use-file-tools.tsx';
import { type ChangeRequestPath, isUnfinished } from '#src/features/change-requests/labels.ts';
import { changeRequestOf } from '#src/features/change-requests/queries.ts';
import {
  type FileChange,
  FileChanges,
  fileChanges,
  FilePanel,
} from '#src/features/change-requests/views/files.tsx';
import { changesOf } from '#src/features/change-requests/views/sides.ts';
import { choiceParam, searchParams, textParam } from '#src/lib/search-params.ts';
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
      show === 'all' && loadPart(queryClient.ensureInfiniteQueryData(filesOf(pathOf(params)))),
    ]),
  component: Files,
});

/** The changed files of a change request, or all files after the merge. */
function Files() {
  const params = Route.useParams();
  const { show } = Route.useSearch();
  const navigate = Route.useNavigate();
  const changed = fileChanges(useSuspenseQuery(changesOf(pathOf(params))).data.changes);
  const { data: space } = useSuspenseQuery(getSpaceOptions({ path: { spaceId: params.spaceId } }));
  const { data: changeRequest } = useSuspenseQuery(changeRequestOf(pathOf(params)));
  const { edit, write } = useDenialReasons(changeRequest, space.permissions);
  const tools = useFileTools(pathOf(params), !isUnfinished(changeRequest), write);
  return (
    <>
      <ClosedNotice changeRequest={changeRequest} reason={edit} className="mb-4" />
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <SegmentedControl
          label="Files"
          value={show ?? 'changed'}
          options={[
            { value: 'changed', label: 'Changed' },
            { value: 'all', label: 'All files' },
          ]}
          onChange={(next) => void navigate({ search: next === 'all' ? { show: next } : {}, replace: true })}
        />
        <span className="flex-1" />
        {tools.button}
      </div>
      {tools.uploads}
      {show === 'all' ? (
        <PanelBoundary resetKey={params.changeRequest}>
          <AllFiles changed={changed} menuOf={tools.menuOf} />
        </PanelBoundary>
      ) : (
        <FilesWithPanel list={completeList(changed)} menuOf={tools.menuOf} />
      )}
    </>
  );
}

/** All files after the merge. */
function AllFiles({ changed, menuOf }: { changed: readonly FileChange[]; menuOf: FileTools['menuOf'] }) {
  const list = useList(filesOf(pathOf(Route.useParams())));
  const items = list.items.map(
    (file): FileChange =>
      changed.find(({ id }) => id === file.id) ?? { ...file, changeType: 'file_unchanged' },
  );
  return <FilesWithPanel list={{ ...list, items }} menuOf={menuOf} />;
}

/** A list of files, with the one named in the URL in a panel. */
function FilesWithPanel({ list, menuOf }: { list: List<FileChange>; menuOf: FileTools['menuOf'] }) {
  const params = Route.useParams();
  const { file, show } = Route.useSearch();
  const navigate = Route.useNavigate();
  const open = list.items.find(({ id }) => id === file);
  return (
    <>
      <FileChanges
        label={show === 'all' ? 'Files' : 'Changed files'}
        list={list}
        show={show}
        menuOf={menuOf}
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

import { useNavigate } from '@tanstack/react-router';
import { Copy, FileDiff, GitMerge, Globe, History, Undo2 } from 'lucide-react';
import type { RevisionSummary, Space } from '#api/generated/types.gen.ts';
import type { List } from '#src/api/paging.ts';
import { copyText } from '#src/components/clipboard/copy-button.tsx';
import { timeColumn } from '#src/components/table/columns.ts';
import { type Column, DataTable } from '#src/components/table/data-table.tsx';
import { type SelectionAction, SelectionBar } from '#src/components/table/selection-bar.tsx';
import { useSelection } from '#src/components/table/use-selection.ts';
import { toast } from '#src/components/toasts/toasts.ts';
import { commitEntries } from '#src/domain/commits/commit-entries.tsx';
import { CommitMark } from '#src/domain/commits/commit-mark.tsx';
import { permissionReasons, reasonUnless } from '#src/domain/permission/permissions.ts';
import { useSitePreviews, viewAsSiteLabel } from '#src/domain/published/view-as-site.tsx';
import { isolate } from '#src/lib/text/format.ts';
import { Avatar } from '#src/ui/avatar.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { buttonStyle } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import type { MenuEntries, MenuEntry } from '#src/ui/menu.ts';
import { describeRevision, nameRevision } from './labels.ts';
import { useRestoreRevision } from './restore-revision.ts';

interface HistoryRow {
  revision: RevisionSummary;
  isCurrent: boolean;
}

const nameOf = ({ revision }: HistoryRow) => nameRevision(revision);

/** The name of the part of a row that opens the menu of sites. */
const SITES = 'sites';

const columns: readonly Column<HistoryRow>[] = [
  {
    id: 'revision',
    header: 'Revision',
    cell: ({ revision, isCurrent }) => (
      <span className="flex min-w-0 items-center gap-2">
        <span dir="auto" className="min-w-0 truncate">
          {describeRevision(revision)}
        </span>
        {revision.git && <CommitMark commit={revision.git} />}
        {isCurrent && <Badge tone="accent">Current</Badge>}
      </span>
    ),
    tip: ({ revision }) => describeRevision(revision),
  },
  {
    id: 'author',
    header: 'Author',
    width: '12rem',
    from: 'md',
    phone: 'hidden',
    cell: ({ revision: { createdBy, git } }) =>
      createdBy ? (
        <>
          <Avatar
            name={createdBy.displayName}
            src={createdBy.photoURL}
            size="small"
            className="mr-2 align-middle"
          />
          {isolate(createdBy.displayName)}
        </>
      ) : (
        // Those who write commits need no account here.
        git?.author !== undefined && <bdi className="block truncate">{git.author}</bdi>
      ),
  },
  timeColumn({ id: 'created', header: 'Created', time: ({ revision }) => revision.createdAt }),
  {
    id: 'site',
    header: 'Preview',
    headerHidden: true,
    width: '4rem',
    phone: 'aside',
    cell: (row) => (
      <button
        type="button"
        data-row-menu={SITES}
        className={`${buttonStyle('quiet', 'small')} button-square`}
        aria-haspopup="menu"
        aria-expanded={false}
        aria-label={`${viewAsSiteLabel}: ${nameOf(row)}`}
        data-tip={viewAsSiteLabel}
      >
        <Globe aria-hidden="true" />
      </button>
    ),
  },
];

async function copyId({ id }: RevisionSummary): Promise<void> {
  if (await copyText(id)) toast('Copied the ID');
}

/** What names a revision, here and in the repository. */
const idEntries = (revision: RevisionSummary): MenuEntry[] => [
  ...(revision.git ? commitEntries(revision.git.oid, revision.git.url) : []),
  { label: 'Copy ID', icon: <Copy />, onSelect: () => void copyId(revision) },
];

interface HistoryTableProps {
  organizationId: string;
  space: Space;
  list: List<RevisionSummary>;
  /** Whether the server has the pages of revisions. */
  canCompare: boolean;
}

/** Opens the differences of two revisions, or of one and the content now. */
type Compare = (from: string, to?: string) => void;

/** The revisions of a space: who made what and when, each as the site, and the differences of two. */
export function HistoryTable({ organizationId, space, list, canCompare }: HistoryTableProps) {
  const navigate = useNavigate();
  const selection = useSelection(list.items.map(({ id }) => id));
  const compare: Compare = (from, to) =>
    void navigate({
      to: '/o/$organizationId/spaces/$spaceId/history/compare',
      params: { organizationId, spaceId: space.id },
      search: { from, to },
    });
  const menuOf = useRevisionMenu({ organizationId, space, list }, canCompare ? compare : undefined);
  const rows: List<HistoryRow> = {
    ...list,
    items: list.items.map((revision) => ({ revision, isCurrent: revision.id === space.revision })),
  };
  return (
    <>
      <DataTable
        label="Revisions"
        noun="revision"
        list={rows}
        columns={columns}
        rowId={({ revision }) => revision.id}
        rowName={nameOf}
        rowMenu={menuOf}
        {...(canCompare && { selection })}
        empty={
          <EmptyState icon={<History />} title="No revisions yet">
            Each merge or import makes one.
          </EmptyState>
        }
      />
      {canCompare && (
        <SelectionBar
          count={selection.ids.size}
          noun="revision"
          onClear={selection.clear}
          actions={[
            compareAction(
              list.items.filter(({ id }) => selection.has(id)),
              space,
              compare,
            ),
          ]}
        />
      )}
    </>
  );
}

/** Compares two selected revisions, or one with the content now. */
function compareAction(
  selected: readonly RevisionSummary[],
  space: Space,
  compare: Compare,
): SelectionAction {
  const [newer, older, ...rest] = selected;
  const isAlone = newer !== undefined && older === undefined;
  return {
    label: isAlone && newer.id !== space.revision ? 'Compare with now' : 'Compare',
    icon: <FileDiff />,
    prominent: true,
    disabledReason:
      rest.length > 0 || (isAlone && newer.id === space.revision) ? 'Select two revisions.' : undefined,
    onSelect: () => {
      if (newer && older) compare(older.id, newer.id);
      else if (newer) compare(newer.id);
    },
  };
}

/** The menu of a revision. Without `compare`, the server has no pages of revisions. */
function useRevisionMenu(
  { organizationId, space, list }: Omit<HistoryTableProps, 'canCompare'>,
  compare: Compare | undefined,
) {
  const navigate = useNavigate();
  const previews = useSitePreviews(organizationId, space.id);
  const editDenial = reasonUnless(space.permissions.edit, permissionReasons.editor);
  const restore = useRestoreRevision(organizationId, space.id);
  const siteEntries = ({ id }: RevisionSummary): MenuEntries =>
    previews.disabledReason === undefined
      ? previews.entries({ revision: id })
      : [{ label: viewAsSiteLabel, disabledReason: previews.disabledReason, onSelect: () => {} }];
  return ({ revision }: HistoryRow, part: string): MenuEntries => {
    if (part === SITES) return siteEntries(revision);
    const { changeRequest } = revision;
    return [
      ...(changeRequest
        ? [
            {
              label: 'Open change request',
              icon: <GitMerge />,
              onSelect: () =>
                void navigate({
                  to: '/o/$organizationId/spaces/$spaceId/changes/$changeRequest',
                  params: { organizationId, spaceId: space.id, changeRequest: String(changeRequest.number) },
                }),
            },
          ]
        : []),
      ...(compare ? compareEntries(revision, space, list, compare) : []),
      ...(restore.isOffered === true && revision.id !== space.revision
        ? [
            {
              label: 'Bring back as a change request',
              icon: <Undo2 />,
              disabledReason: restore.isPending ? 'In progress.' : editDenial,
              onSelect: () => restore.mutate({ path: { spaceId: space.id, revisionId: revision.id } }),
            },
          ]
        : []),
      ...idEntries(revision),
    ];
  };
}

function compareEntries(
  { id }: RevisionSummary,
  space: Space,
  { items }: List<RevisionSummary>,
  compare: Compare,
): MenuEntry[] {
  const before = items[items.findIndex((revision) => revision.id === id) + 1];
  const icon = <FileDiff />;
  return [
    ...(before ? [{ label: 'Compare with previous', icon, onSelect: () => compare(before.id, id) }] : []),
    ...(id === space.revision ? [] : [{ label: 'Compare with now', icon, onSelect: () => compare(id) }]),
  ];
}

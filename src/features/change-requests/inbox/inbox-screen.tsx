import { useRouter } from '@tanstack/react-router';
import { Funnel, Inbox } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import type { OrganizationChangeRequest } from '#api/generated/types.gen.ts';
import type { List } from '#src/api/paging.ts';
import { currentUser } from '#src/api/session/session.ts';
import { lazyPart } from '#src/components/errors/load-part.ts';
import { type Shortcut, useShortcuts } from '#src/components/shortcuts/shortcuts.ts';
import { useSelection, type ListSelection } from '#src/components/table/use-selection.ts';
import { toast } from '#src/components/toasts/toasts.ts';
import type { Store } from '#src/lib/store.ts';
import { formatCount } from '#src/lib/text/format.ts';
import { useStore } from '#src/ui/browser/use-store.ts';
import { useMatches } from '#src/ui/browser/viewport.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { useChangeRequestKeys } from '../action-buttons.tsx';
import { useChangeRequestActions } from '../actions.ts';
import { pathOf } from '../labels.ts';
import type { Bucket } from './buckets.ts';
import { bulkDenialReasons } from './bulk-plan.ts';
import { InboxDetail } from './inbox-detail.tsx';
import { type FocusRow, InboxList, itemKeyOf } from './inbox-list.tsx';
import { type InboxDialog, InboxSelectionBar, InboxToolbar } from './inbox-toolbar.tsx';
import { isNew, isSnoozed, marksOf, type Marks } from './marks.ts';
import './inbox.css';
import type { InboxSearch } from './queries.ts';
import { type Snooze, snooze, snoozeEntries, toggleSeen } from './snooze.tsx';

interface InboxKeys {
  store: Store<Marks>;
  marks: Marks;
  rows: readonly OrganizationChangeRequest[];
  /** Index of the open row; -1 if it is not in the list. */
  index: number;
  openRow: OrganizationChangeRequest | undefined;
  selectedRows: readonly OrganizationChangeRequest[];
  show: (index: number) => void;
  selection: ListSelection;
  onOpen: (row: OrganizationChangeRequest) => void;
  onDialog: (dialog: InboxDialog) => void;
}

/** Shortcuts of the inbox. With a selection, all actions apply to the selected rows instead of the open one. */
function useInboxKeys(keys: InboxKeys): void {
  const { store, marks, rows, index, openRow, selectedRows, show, selection, onOpen, onDialog } = keys;
  const targets = targetsOf(selectedRows, openRow);
  const select = (extend: boolean) => {
    const row = rows[index];
    if (row) selection.toggle(row.id, extend);
  };
  useShortcuts([
    { keys: 'j', label: 'Next change request', group: 'List', run: () => show(index + 1) },
    { keys: 'k', label: 'Previous change request', group: 'List', run: () => show(index - 1) },
    {
      keys: 'o',
      label: 'Open change request (Enter on its row)',
      group: 'List',
      run: () => openRow && onOpen(openRow),
    },
    { keys: 'x', label: 'Select', group: 'List', run: () => select(false) },
    { keys: 'shift+x', label: 'Select range', group: 'List', run: () => select(true) },
    {
      keys: 'v',
      label: 'Mark as seen or unseen',
      group: 'List',
      run: () =>
        toggleSeen(
          store,
          targets,
          targets.some((row) => isNew(marks, row)),
        ),
    },
    { keys: 's', label: 'Snooze…', group: 'List', run: () => targets.length > 0 && onDialog('snooze') },
    ...(selectedRows.length > 1 ? bulkShortcuts(selectedRows, onDialog) : []),
  ]);
}

/** The rows that an action applies to. */
function targetsOf(
  selectedRows: readonly OrganizationChangeRequest[],
  openRow: OrganizationChangeRequest | undefined,
): readonly OrganizationChangeRequest[] {
  if (selectedRows.length > 0) return selectedRows;
  return openRow ? [openRow] : [];
}

function bulkShortcuts(
  chosen: readonly OrganizationChangeRequest[],
  onDialog: (dialog: InboxDialog) => void,
): Shortcut[] {
  const count = `${formatCount(chosen.length, 'selected change request')}…`;
  const rejectAction = (reason: string) => toast(reason, { tone: 'error', id: 'denied', durationMs: 6000 });
  const openDialog = (dialog: 'archive' | 'update' | 'merge') => () => {
    const denialReason = bulkDenialReasons(chosen, currentUser()?.id)[dialog];
    if (denialReason === undefined) onDialog(dialog);
    else rejectAction(denialReason);
  };
  return [
    { keys: 'e', label: `Archive ${count}`, group: 'Editing', run: openDialog('archive') },
    { keys: 'u', label: `Update ${count}`, group: 'Editing', run: openDialog('update') },
    { keys: 'm', label: `Merge ${count}`, group: 'Editing', run: openDialog('merge') },
    {
      keys: 'r',
      label: 'Review (one at a time)',
      group: 'Editing',
      run: () =>
        rejectAction('This key reviews one change request. For several, use the selection’s buttons.'),
    },
  ];
}

const Dialogs = lazyPart(async () => ({ default: (await import('./inbox-dialogs.tsx')).InboxDialogs }));

/** How long the selection must stay unchanged before its details are fetched, in milliseconds. */
const idleDelayMs = 180;

interface InboxScreenProps {
  organizationId: string;
  bucket: Bucket;
  list: List<OrganizationChangeRequest>;
  search: InboxSearch;
  /** Changes some URL parameters and keeps the others. */
  onSearch: (change: InboxSearch) => void;
}

/** The open change request, and whether it has been open for long enough that its details are fetched. */
function useOpenRow(
  { items }: List<OrganizationChangeRequest>,
  rows: readonly OrganizationChangeRequest[],
  { search, onSearch }: Pick<InboxScreenProps, 'search' | 'onSearch'>,
) {
  const focusRow = useRef<FocusRow>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [isIdle, setIdle] = useState(true);
  const openItem = useOpenItem(search.at, rows);
  const openRow = items.find((row) => itemKeyOf(row) === openItem);
  const index = rows.findIndex((row) => row === openRow);
  const show = (to: number) => {
    const row = rows[Math.min(Math.max(to, 0), rows.length - 1)];
    if (!row) return onSearch({ at: undefined, dialog: undefined });
    setIdle(false);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setIdle(true), idleDelayMs);
    onSearch({ at: itemKeyOf(row), dialog: undefined });
    focusRow.current?.(rows.indexOf(row));
  };
  return {
    openItem,
    openRow,
    path: openRow ? pathOf(openRow) : parseItemKey(openItem),
    /** Index of the open row; -1 if it is not in the list. */
    index,
    isIdle,
    show,
    /** Shows the next row, or the previous one at the end, once the current one has left the list. */
    showNeighbor: () => show(index + 1 < rows.length ? index + 1 : index - 1),
    /** Shows the neighbor that stays in the list, or none, if the open row leaves it with others. */
    leave: (leavingRows: readonly OrganizationChangeRequest[]) => {
      const ids = new Set(leavingRows.map(({ id }) => id));
      if (!openRow || !ids.has(openRow.id)) return;
      const stays = (row: OrganizationChangeRequest) => !ids.has(row.id);
      const neighbor = rows.slice(index + 1).find(stays) ?? rows.findLast(stays);
      if (neighbor) show(rows.indexOf(neighbor));
      else onSearch({ at: undefined, dialog: undefined });
    },
    focusRow,
  };
}

/** The rows of a list, which leave out those that the person snoozed. */
function useInboxRows({ items }: List<OrganizationChangeRequest>, marks: Marks, { snoozed }: InboxSearch) {
  const [now] = useState(() => new Date());
  const snoozedRows = items.filter((row) => isSnoozed(marks, row, now));
  const rows = snoozed === 'shown' ? items : items.filter((row) => !snoozedRows.includes(row));
  const selection = useSelection(rows.map(({ id }) => id));
  return { rows, snoozedRows, selection, selectedRows: rows.filter(({ id }) => selection.has(id)) };
}

/** The list of a bucket with the open change request next to it. */
// oxlint-disable-next-line max-lines-per-function -- list, pane, selection bar and dialogs share one selection
export function InboxScreen({ organizationId, bucket, list, search, onSearch }: InboxScreenProps) {
  const router = useRouter();
  const store = marksOf(organizationId);
  const marks = useStore(store);
  const [dialog, onDialog] = useState<InboxDialog | null>(null);
  const actions = useChangeRequestActions(organizationId);
  const { rows, snoozedRows, selection, selectedRows } = useInboxRows(list, marks, search);
  const openState = useOpenRow(list, rows, { search, onSearch });
  const { openItem, openRow, path, index, isIdle, show, showNeighbor, leave, focusRow } = openState;
  const onSnooze: Snooze = (rowsToSnooze, until) => {
    snooze(store, rowsToSnooze, until);
    if (until && search.snoozed !== 'shown') leave(rowsToSnooze);
  };
  const onOpen = ({ space, number }: OrganizationChangeRequest) =>
    void router.navigate({
      to: '/o/$organizationId/spaces/$spaceId/changes/$changeRequest',
      params: { organizationId, spaceId: space, changeRequest: String(number) },
    });
  const targets = targetsOf(selectedRows, openRow);
  const [first] = targets;
  useChangeRequestKeys(
    first && targets.length === 1 ? { path: pathOf(first), changeRequest: first } : null,
    actions,
    () => first && onSearch({ at: itemKeyOf(first), dialog: 'review' }),
    (key) => key !== 'u' && first === openRow && showNeighbor(),
  );
  useInboxKeys({ store, marks, rows, index, openRow, selectedRows, show, selection, onOpen, onDialog });

  return (
    <>
      <div className="inbox" data-shows={path ? 'detail' : rows.length > 0 ? 'list' : 'nothing'}>
        <div className="inbox-list">
          <InboxToolbar
            organizationId={organizationId}
            search={search}
            onSearch={onSearch}
            snoozedCount={snoozedRows.length}
            unseen={rows.filter((row) => isNew(marks, row))}
            store={store}
            onQueue={() => onDialog('queue')}
          />
          {rows.length === 0 ? (
            <EmptyBucket
              bucket={bucket}
              search={search}
              onSearch={onSearch}
              snoozedCount={snoozedRows.length}
            />
          ) : (
            <InboxList
              label={`Change requests: ${bucket.label}`}
              list={list}
              rows={rows}
              marks={marks}
              snoozedRows={snoozedRows}
              selection={selection}
              openItem={openItem}
              onOpen={onOpen}
              focusRow={focusRow}
            />
          )}
        </div>
        {/* Each change request begins at its top. */}
        <div key={path ? `${path.spaceId}.${path.changeRequestId}` : ''} className="inbox-pane">
          {path ? (
            <InboxDetail
              organizationId={organizationId}
              path={path}
              row={openRow}
              isIdle={isIdle}
              dialog={search.dialog}
              onOpenDialog={(choice) => onSearch({ at: openItem, dialog: choice })}
              onReviewed={showNeighbor}
              actions={actions}
              more={[
                ...(openRow ? [spaceFilterEntry(openRow, search, onSearch)] : []),
                ...snoozeEntries(marks, openRow ? [openRow] : [], onSnooze, () => onDialog('snooze')),
                'separator',
              ]}
            />
          ) : null}
        </div>
      </div>
      <InboxSelectionBar
        chosen={selectedRows}
        marks={marks}
        onSnooze={onSnooze}
        onClear={selection.clear}
        onDialog={onDialog}
      />
      <Suspense>
        {dialog && (
          <Dialogs
            organizationId={organizationId}
            dialog={dialog}
            rows={targets}
            onSnooze={onSnooze}
            onClose={() => onDialog(null)}
            onDone={() => (selectedRows.length > 0 ? selection.clear() : undefined)}
          />
        )}
      </Suspense>
    </>
  );
}

/**
 * The change request shown next to the list, as in the URL. Where the URL names none and there is room for both, the one
 * that was first on opening; it stays while others arrive above it.
 */
function useOpenItem(at: string | undefined, rows: readonly OrganizationChangeRequest[]): string | undefined {
  const hasRoom = useMatches('(width >= 64rem)');
  const [initial, setInitial] = useState<string>();
  if (at !== undefined || !hasRoom) return at;
  const keys = rows.map(itemKeyOf);
  if (initial !== undefined && keys.includes(initial)) return initial;
  const [first] = keys;
  if (first !== initial) setInitial(first);
  return first;
}

/** Limits the list to the space of a change request, or ends that. */
function spaceFilterEntry(
  { space, spaceTitle }: OrganizationChangeRequest,
  search: InboxSearch,
  onSearch: InboxScreenProps['onSearch'],
) {
  const isFiltered = search.space === space;
  return {
    label: `Only ${spaceTitle}`,
    icon: <Funnel />,
    checked: isFiltered,
    onSelect: () => onSearch({ space: isFiltered ? undefined : space }),
  };
}

/** Parses the URL's `spaceId.number`. */
function parseItemKey(at: string | undefined) {
  const [, spaceId, changeRequestId] = /^(\w+)\.(\w+)$/.exec(at ?? '') ?? [];
  return spaceId && changeRequestId ? { spaceId, changeRequestId } : null;
}

interface EmptyBucketProps {
  bucket: Bucket;
  search: InboxSearch;
  onSearch: (search: InboxSearch) => void;
  snoozedCount: number;
}

function EmptyBucket({ bucket, search, onSearch, snoozedCount }: EmptyBucketProps) {
  if (search.q || search.space) {
    return (
      <EmptyState
        icon={<Inbox />}
        title="No matching change requests"
        action={<Button onClick={() => onSearch({ q: undefined, space: undefined })}>Clear filters</Button>}
      />
    );
  }
  return (
    <EmptyState
      icon={<Inbox />}
      title="All clear"
      action={
        snoozedCount > 0 && <Button onClick={() => onSearch({ snoozed: 'shown' })}>Show snoozed</Button>
      }
    >
      {snoozedCount > 0 ? 'All change requests here are snoozed.' : bucket.empty}
    </EmptyState>
  );
}

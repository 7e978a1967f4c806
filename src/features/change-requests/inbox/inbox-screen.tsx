import { useRouter } from '@tanstack/react-router';
import { Funnel, Inbox } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import type { OrganizationChangeRequest } from '#api/generated/types.gen.ts';
import type { List } from '#src/api/paging.ts';
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
import { snoozeEntries, toggleSeen } from './snooze.tsx';

interface InboxKeys {
  store: Store<Marks>;
  marks: Marks;
  rows: readonly OrganizationChangeRequest[];
  /** Index of the open row; -1 if it is not in the list. */
  index: number;
  shown: OrganizationChangeRequest | undefined;
  chosen: readonly OrganizationChangeRequest[];
  show: (index: number) => void;
  selection: ListSelection;
  onOpen: (row: OrganizationChangeRequest) => void;
  onDialog: (dialog: InboxDialog) => void;
}

/** Shortcuts of the inbox. With a selection, all actions apply to the selected rows instead of the open one. */
function useInboxKeys(keys: InboxKeys): void {
  const { store, marks, rows, index, shown, chosen, show, selection, onOpen, onDialog } = keys;
  const targets = chosen.length > 0 ? chosen : shown ? [shown] : [];
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
      run: () => shown && onOpen(shown),
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
    ...(chosen.length > 1 ? bulkShortcuts(chosen, onDialog) : []),
  ]);
}

function bulkShortcuts(
  chosen: readonly OrganizationChangeRequest[],
  onDialog: (dialog: InboxDialog) => void,
): Shortcut[] {
  const count = `${formatCount(chosen.length, 'selected change request')}…`;
  const rejectAction = (reason: string) => toast(reason, { tone: 'error', id: 'denied', durationMs: 6000 });
  const openDialog = (dialog: 'archive' | 'update' | 'merge') => () => {
    const denialReason = bulkDenialReasons(chosen)[dialog];
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
      run: () => rejectAction('Review one change request at a time. Escape clears the selection.'),
    },
  ];
}

const Dialogs = lazy(async () => ({ default: (await import('./inbox-dialogs.tsx')).InboxDialogs }));

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

/** The list of a bucket with the open change request next to it. */
export function InboxScreen({ organizationId, bucket, list, search, onSearch }: InboxScreenProps) {
  const router = useRouter();
  const store = marksOf(organizationId);
  const marks = useStore(store);
  const focusRow = useRef<FocusRow>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [isIdle, setIdle] = useState(true);
  const [dialog, setDialog] = useState<InboxDialog | null>(null);
  const actions = useChangeRequestActions(organizationId);

  const [now] = useState(() => new Date());
  const snoozedRows = list.items.filter((row) => isSnoozed(marks, row, now));
  const rows =
    search.snoozed === 'shown' ? list.items : list.items.filter((row) => !snoozedRows.includes(row));
  const selection = useSelection(rows.map(({ id }) => id));
  const selectedRows = rows.filter(({ id }) => selection.has(id));
  const openItem = useOpenItem(search.at, rows);
  const openRow = list.items.find((row) => itemKeyOf(row) === openItem);
  const path = openRow ? pathOf(openRow) : parseItemKey(openItem);

  const show = (index: number) => {
    const row = rows[Math.min(Math.max(index, 0), rows.length - 1)];
    if (!row) return onSearch({ at: undefined, dialog: undefined });
    setIdle(false);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setIdle(true), idleDelayMs);
    onSearch({ at: itemKeyOf(row), dialog: undefined });
    focusRow.current?.(rows.indexOf(row));
  };
  const at = rows.findIndex((row) => row === openRow);
  /** Shows the next row, or the previous one at the end, once the current one has left the list. */
  const showNeighbor = () => show(at + 1 < rows.length ? at + 1 : at - 1);
  const openDialog = (choice?: InboxSearch['dialog']) => onSearch({ at: openItem, dialog: choice });
  const open = ({ space, number }: OrganizationChangeRequest) =>
    void router.navigate({
      to: '/o/$organizationId/spaces/$spaceId/changes/$changeRequest',
      params: { organizationId, spaceId: space, changeRequest: String(number) },
    });

  const targets = selectedRows.length > 0 ? selectedRows : openRow ? [openRow] : [];
  const [first] = targets;
  useChangeRequestKeys(
    first && targets.length === 1 ? { path: pathOf(first), changeRequest: first } : null,
    actions,
    () => first && onSearch({ at: itemKeyOf(first), dialog: 'review' }),
    (key) => key !== 'u' && first === openRow && showNeighbor(),
  );
  useInboxKeys({
    store,
    marks,
    rows,
    index: at,
    chosen: selectedRows,
    shown: openRow,
    show,
    selection,
    onOpen: open,
    onDialog: setDialog,
  });

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
              onOpen={open}
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
              onOpenDialog={openDialog}
              onReviewed={showNeighbor}
              actions={actions}
              more={[
                ...(openRow
                  ? [
                      {
                        label: `Only ${openRow.spaceTitle}`,
                        icon: <Funnel />,
                        checked: search.space === openRow.space,
                        onSelect: () =>
                          onSearch({ space: search.space === openRow.space ? undefined : openRow.space }),
                      },
                    ]
                  : []),
                ...snoozeEntries(store, openRow ? [openRow] : [], () => setDialog('snooze')),
                'separator',
              ]}
            />
          ) : null}
        </div>
      </div>
      <InboxSelectionBar chosen={selectedRows} store={store} onClear={selection.clear} onDialog={setDialog} />
      <Suspense>
        {dialog && (
          <Dialogs
            dialog={dialog}
            rows={targets}
            store={store}
            onClose={() => setDialog(null)}
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

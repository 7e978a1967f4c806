import { useRouter } from '@tanstack/react-router';
import { Bell } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { Notification } from '#api/generated/types.gen.ts';
import type { List } from '#src/api/paging.ts';
import { lazyPart } from '#src/components/errors/load-part.ts';
import { useSelection } from '#src/components/table/use-selection.ts';
import { describeNotifications } from '#src/domain/notifications/change-notifications.ts';
import { notificationLink } from '#src/domain/notifications/subject-link.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { type NotificationActions, useNotificationKeys } from './actions.ts';
import type { NotificationSearch } from './notification-search.ts';
import { stateTabs } from './queries.ts';
import { NotificationSelectionBar, NotificationTable } from './table.tsx';

const SnoozeDialog = lazyPart(async () => ({
  default: (await import('#src/domain/snooze/snooze-dialog.tsx')).SnoozeDialog,
}));

interface NotificationListProps {
  list: List<Notification>;
  search: NotificationSearch;
  actions: NotificationActions;
  onSearch: (search: NotificationSearch) => void;
}

/** Notifications with their keys, selection and dialog. */
export function NotificationList({ list, search, actions, onSearch }: NotificationListProps) {
  const router = useRouter();
  const { items } = list;
  const selection = useSelection(items.map(({ id }) => id));
  const [snoozedRows, setSnoozedRows] = useState<readonly Notification[]>([]);
  useNotificationKeys({
    rows: items,
    selection,
    actions,
    onOpen: (row) => {
      actions.read(row);
      void router.navigate({ ...notificationLink(row) });
    },
    onSnooze: setSnoozedRows,
  });
  return (
    <>
      <NotificationTable
        list={list}
        selection={selection}
        actions={actions}
        onSnooze={setSnoozedRows}
        empty={<EmptyList search={search} onSearch={onSearch} />}
      />
      <NotificationSelectionBar
        rows={items.filter(({ id }) => selection.has(id))}
        actions={actions}
        onSnooze={setSnoozedRows}
        onClear={selection.clear}
      />
      <Suspense>
        {snoozedRows.length > 0 && (
          <SnoozeDialog
            target={describeNotifications(snoozedRows)}
            description="Returns that morning, or when you are asked or mentioned."
            onChoose={(until) => {
              actions.snooze(snoozedRows, until);
              setSnoozedRows([]);
            }}
            onClose={() => setSnoozedRows([])}
          />
        )}
      </Suspense>
    </>
  );
}

function EmptyList({ search, onSearch }: Pick<NotificationListProps, 'search' | 'onSearch'>) {
  if (search.reason !== undefined)
    return (
      <EmptyState
        icon={<Bell />}
        title="No matching notifications"
        action={<Button onClick={() => onSearch({ ...search, reason: undefined })}>Show all reasons</Button>}
      />
    );
  const tab = stateTabs.find(({ value }) => value === (search.state ?? 'inbox'));
  return (
    <EmptyState icon={<Bell />} title={tab?.empty.title}>
      {tab?.empty.text}
    </EmptyState>
  );
}

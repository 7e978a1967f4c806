import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BellOff, CheckCheck, Settings2 } from 'lucide-react';
import type { RefObject } from 'react';
import type { Notification } from '#api/generated/types.gen.ts';
import { FetchFailure } from '#src/components/errors/fetch-failure.tsx';
import { formatCount } from '#src/lib/text/format.ts';
import { buttonStyle, IconButton } from '#src/ui/button.tsx';
import { Popover } from '#src/ui/popover.tsx';
import { SkeletonRows } from '#src/ui/skeleton.tsx';
import { Time } from '#src/ui/time.tsx';
import { describeNotifications, useNotificationChanges } from './change-notifications.ts';
import { describeReason, subjectName } from './labels.ts';
import { NotificationPicture } from './notification-picture.tsx';
import { latestNotificationsOf } from './queries.ts';
import { notificationLink } from './subject-link.ts';

interface BellListProps {
  organizationId: string;
  button: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
}

/** The latest notifications, below the bell. */
export function BellList({ organizationId, button, onClose }: BellListProps) {
  const { data, error, refetch } = useQuery(latestNotificationsOf(organizationId));
  const unreadRows = data?.items.filter(({ readAt }) => readAt === undefined) ?? [];
  const { change } = useNotificationChanges();
  return (
    <Popover label="Notifications" button={button} onClose={onClose} className="bell-list">
      <header className="flex items-center gap-1 border-b border-line py-2 pr-2 pl-5">
        <h2 className="flex-1 font-semibold">Notifications</h2>
        <IconButton
          label="Mark these as read"
          size="small"
          disabledReason={unreadRows.length === 0 && 'These are read.'}
          onClick={() =>
            void change(unreadRows, { read: true }, `Marked ${describeNotifications(unreadRows)} as read`)
          }
        >
          <CheckCheck />
        </IconButton>
        <Link
          to="/o/$organizationId/notifications/settings"
          params={{ organizationId }}
          aria-label="Notification settings"
          data-tip="Notification settings"
          className={buttonStyle('quiet', 'small', 'button-square')}
          onClick={onClose}
        >
          <Settings2 />
        </Link>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {error ? (
          <FetchFailure error={error} onRetry={refetch} />
        ) : data ? (
          <Latest rows={data.items} onClose={onClose} />
        ) : (
          <SkeletonRows rows={4} />
        )}
      </div>
      <footer className="border-t border-line p-1.5">
        <Link
          to="/o/$organizationId/notifications"
          params={{ organizationId }}
          className={buttonStyle('quiet', 'medium', 'w-full')}
          onClick={onClose}
        >
          All notifications
        </Link>
      </footer>
    </Popover>
  );
}

function Latest({ rows, onClose }: { rows: readonly Notification[]; onClose: () => void }) {
  const { read } = useNotificationChanges();
  if (rows.length === 0)
    return (
      <p className="flex flex-col items-center gap-2 px-5 py-10 text-ink-soft">
        <BellOff aria-hidden="true" className="size-5" />
        Nothing new
      </p>
    );
  return (
    <ul aria-label="Latest notifications">
      {rows.map((row) => (
        <li key={row.id}>
          <Link
            {...notificationLink(row)}
            className="bell-row"
            onClick={() => {
              void read(row);
              onClose();
            }}
          >
            <LatestRow row={row} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

function LatestRow({ row }: { row: Notification }) {
  const { spaceTitle } = row.subject;
  const isUnread = row.readAt === undefined;
  return (
    <>
      {isUnread && <span className="unread-mark" role="img" aria-label="Unread" />}
      <NotificationPicture notification={row} />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <span dir="auto" className={isUnread ? 'truncate font-semibold' : 'truncate'}>
            {subjectName(row)}
          </span>
          <span className="ml-auto shrink-0 text-xs text-ink-soft">
            <Time value={row.updatedAt} />
          </span>
        </span>
        <span className="block truncate text-xs text-ink-soft">
          {describeReason(row)}
          {row.count > 1 && ` · ${formatCount(row.count, 'update')}`}
          {spaceTitle !== undefined && ` · ${spaceTitle}`}
        </span>
      </span>
    </>
  );
}

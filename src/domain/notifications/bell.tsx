import { useQuery } from '@tanstack/react-query';
import { Bell as BellIcon } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { lazyPart } from '#src/components/errors/load-part.ts';
import { formatCount, formatNumber } from '#src/lib/text/format.ts';
import { IconButton } from '#src/ui/button.tsx';
import './notifications.css';
import { unreadCountOf } from './queries.ts';

const loadList = () => import('./bell-list.tsx');
const BellList = lazyPart(async () => ({ default: (await loadList()).BellList }));

const maxShownCount = 99;

/** The number of unread notifications, which opens the latest. Nothing where the server has none. */
export function Bell({ organizationId }: { organizationId: string }) {
  const { data } = useQuery(unreadCountOf(organizationId));
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  if (!data) return null;
  const { unread } = data;
  const label = unread === 0 ? 'Notifications' : `Notifications: ${formatCount(unread, 'unread', 'unread')}`;
  return (
    <>
      <IconButton
        ref={button}
        label={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        className="bell"
        onPointerEnter={() => void loadList().catch(() => undefined)}
        onClick={() => setOpen(!isOpen)}
      >
        <BellIcon />
        {unread > 0 && (
          <span aria-hidden="true" className="bell-count">
            {unread > maxShownCount ? `${maxShownCount}+` : formatNumber(unread)}
          </span>
        )}
      </IconButton>
      <Suspense>
        {isOpen && (
          <BellList organizationId={organizationId} button={button} onClose={() => setOpen(false)} />
        )}
      </Suspense>
    </>
  );
}

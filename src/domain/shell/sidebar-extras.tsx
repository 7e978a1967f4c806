import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { WifiOff, X } from 'lucide-react';
import {
  countOrganizationChangeRequestsOptions,
  listOrganizationCommentsOptions,
} from '#api/generated/@tanstack/react-query.gen.ts';
import { streamState } from '#src/api/event-stream/stream-state.ts';
import { itemKinds } from '#src/domain/recent/item-kinds.ts';
import { linkToItem, recentItemsOf, setFavorite } from '#src/domain/recent/recent-items.ts';
import { NavigationSection } from '#src/domain/shell/sidebar.tsx';
import { formatNumber } from '#src/lib/text/format.ts';
import { useStore } from '#src/ui/browser/use-store.ts';
import { IconButton } from '#src/ui/button.tsx';

const maxShownFavorites = 8;

interface NavigationCountProps {
  organizationId: string;
  of: 'inbox' | 'comments';
}

/** How many change requests wait for the user, or how many comments are open. Nothing when zero or unknown. */
export function NavigationCount({ organizationId, of }: NavigationCountProps) {
  const path = { organizationId };
  const inbox = useQuery({
    ...countOrganizationChangeRequestsOptions({ path }),
    enabled: of === 'inbox',
  });
  const comments = useQuery({
    ...listOrganizationCommentsOptions({ path, query: { status: 'open', limit: 1 } }),
    enabled: of === 'comments',
  });
  const count = of === 'inbox' ? inbox.data?.needsMe : comments.data?.count;
  if (!count) return null;
  return (
    <span className="navigation-count">
      {formatNumber(count)}
      <span className="sr-only">{of === 'inbox' ? ' to review' : ' open'}</span>
    </span>
  );
}

/** Says that changes of others do not appear at once. Nothing while they do, or where they never do. */
export function StreamMark() {
  const isBroken = useStore(streamState) === 'broken';
  return (
    <p role="status" className="flex items-center gap-2 px-2 py-1 text-xs text-ink-soft empty:hidden">
      {isBroken && (
        <>
          <WifiOff aria-hidden="true" className="size-3.5" />
          Reconnecting. Updates every minute.
        </>
      )}
    </p>
  );
}

/** The favorites of the user, the latest first. */
export function Favorites({ organizationId }: { organizationId: string }) {
  const { favorites } = useStore(recentItemsOf(organizationId));
  if (favorites.length === 0) return null;
  return (
    <NavigationSection label="Favorites">
      <ul>
        {favorites.slice(0, maxShownFavorites).map((item) => {
          const { Icon } = itemKinds[item.kind];
          return (
            <li key={`${item.kind} ${item.within} ${item.id}`} className="navigation-favorite">
              <Link {...linkToItem(organizationId, item)} className="navigation-link">
                <Icon aria-hidden="true" />
                <span dir="auto" className="truncate">
                  {item.title}
                </span>
              </Link>
              <IconButton
                label={`Remove ${item.title} from favorites`}
                size="small"
                onClick={({ currentTarget }) => {
                  currentTarget.closest('section')?.querySelector('button')?.focus();
                  setFavorite(organizationId, item, false);
                }}
              >
                <X />
              </IconButton>
            </li>
          );
        })}
      </ul>
    </NavigationSection>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  countOrganizationChangeRequestsOptions,
  listOrganizationCommentsOptions,
} from '#api/generated/@tanstack/react-query.gen.ts';
import { linkToItem, recentItemsOf } from '#src/domain/recent/recent-items.ts';
import { NavigationSection } from '#src/domain/shell/sidebar.tsx';
import { formatNumber } from '#src/lib/text/format.ts';
import { useStore } from '#src/ui/browser/use-store.ts';

const maxShownFavorites = 8;

/** How many change requests wait for the user, or how many comments are open. Nothing when zero or unknown. */
export function NavigationCount({
  organizationId,
  of,
}: {
  organizationId: string;
  of: 'inbox' | 'comments';
}) {
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
      <span className="sr-only">{of === 'inbox' ? ' need your review' : ' open'}</span>
    </span>
  );
}

/** What the user has marked as a favorite, the latest first. */
export function Favorites({ organizationId }: { organizationId: string }) {
  const { favorites } = useStore(recentItemsOf(organizationId));
  if (favorites.length === 0) return null;
  return (
    <NavigationSection label="Favorites">
      <ul>
        {favorites.slice(0, maxShownFavorites).map((item) => (
          <li key={`${item.kind} ${item.within} ${item.id}`}>
            <Link {...linkToItem(organizationId, item)} className="navigation-link">
              <span dir="auto" className="truncate">
                {item.title}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </NavigationSection>
  );
}

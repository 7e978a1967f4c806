import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Organization, Member, Site } from '#api/generated/types.gen.ts';
import { errorMessage } from '#src/api/errors.ts';
import { type OrganizationPath, visibleNavigation } from '#src/domain/shell/navigation.ts';
import { PublishedBadge } from '#src/features/sites/published-badge.tsx';
import { tryAgainLabel } from '#src/lib/shared-labels.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { Avatar } from '#src/ui/avatar.tsx';
import { Button } from '#src/ui/button.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { Time } from '#src/ui/time.tsx';

interface RowsProps<Item> {
  list: { data: { items: readonly Item[] } | undefined; error: unknown; refetch: () => unknown };
  children: (item: Item) => ReactNode;
}

/** The newest entries of a kind. */
export function NewestRows<Item>({ list, children }: RowsProps<Item>) {
  const items = list.data?.items;
  if (!items && list.error !== null) {
    return (
      <p className="flex flex-wrap items-center gap-2 px-4 py-2 text-ink-soft">
        {errorMessage(list.error)}
        <Button size="small" onClick={() => void list.refetch()}>
          {tryAgainLabel}
        </Button>
      </p>
    );
  }
  if (!items) return <Skeleton className="m-4 w-1/2" />;
  if (items.length === 0) return <p className="p-4 text-ink-soft">None yet.</p>;
  return <ul className="divide-y divide-line">{items.map(children)}</ul>;
}

const rowStyle = 'flex h-11 items-center gap-3 px-4 -outline-offset-2 hover:bg-hover';

export function SiteRow({ site, path }: { site: Site; path: { organizationId: string } }) {
  return (
    <li>
      <Link to="/o/$organizationId/sites/$siteId" params={{ ...path, siteId: site.id }} className={rowStyle}>
        <span className="min-w-0 flex-1 truncate font-medium">{site.title}</span>
        <PublishedBadge published={site.published} />
      </Link>
    </li>
  );
}

/** A member with join date. */
export function MemberRow({ member, path }: { member: Member; path: { organizationId: string } }) {
  return (
    <li>
      <Link
        to="/o/$organizationId/members/$userId"
        params={{ ...path, userId: member.id }}
        className={rowStyle}
      >
        <Avatar name={member.user.displayName} src={member.user.photoURL} />
        <span className="min-w-0 flex-1 truncate font-medium">{member.user.displayName}</span>
        <span className="text-ink-soft">
          <Time value={member.joinedAt} />
        </span>
      </Link>
    </li>
  );
}

interface TilesProps {
  organization: Organization;
  /** Number of entries of a screen, if known. */
  counts: Partial<Record<OrganizationPath, number | undefined>>;
}

/** A tile for each screen of the navigation except this one. */
export function Tiles({ organization, counts }: TilesProps) {
  const screens = visibleNavigation(organization)
    .flatMap(({ items }) => items)
    .filter(({ to }) => to !== '/o/$organizationId');
  return (
    <ul className="grid grid-cols-2 gap-3 xl:grid-cols-4">
      {screens.map(({ to, label, description, icon: Icon }) => (
        <li key={to}>
          <Link
            to={to}
            params={{ organizationId: organization.id }}
            className="flex h-full flex-col rounded-lg border border-line p-4 hover:border-line-strong hover:bg-sunken"
          >
            <span className="flex items-center gap-2 font-medium">
              <Icon aria-hidden="true" className="size-4 shrink-0 text-accent-ink" />
              {label}
              <span className="ml-auto text-lg tabular-nums">{formatCount(counts[to])}</span>
            </span>
            <span className="mt-1 text-ink-soft text-pretty max-sm:hidden">{description}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** A non-breaking space keeps the height while the number loads. */
const formatCount = (count: number | undefined) => (count === undefined ? '\u00a0' : formatNumber(count));

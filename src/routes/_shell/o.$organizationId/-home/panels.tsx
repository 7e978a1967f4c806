import { Link, type LinkProps, linkOptions } from '@tanstack/react-router';
import { AppWindow, Book, ChevronRight, type LucideIcon, UserPlus } from 'lucide-react';
import type { Member, Organization, Site } from '#api/generated/types.gen.ts';
import { FetchFailure } from '#src/components/errors/fetch-failure.tsx';
import { linkRow, Panel, sideRow } from '#src/features/home/panels.tsx';
import { PublishedBadge } from '#src/features/sites/published-badge.tsx';
import { Avatar } from '#src/ui/avatar.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { Time } from '#src/ui/time.tsx';

interface ListProps<Item> {
  organizationId: string;
  list: { data: { items: readonly Item[] } | undefined; error: unknown; refetch: () => unknown };
}

/** Some sites. Nothing without any. */
export function SiteList({ organizationId, list: { data, error, refetch } }: ListProps<Site>) {
  if (!data && error !== null) return <FetchFailure error={error} onRetry={refetch} />;
  if (data?.items.length === 0) return null;
  return (
    <Panel title="Sites">
      {!data && <SkeletonList />}
      {data?.items.map(({ id, title, published }) => (
        <li key={id}>
          <Link
            to="/o/$organizationId/sites/$siteId"
            params={{ organizationId, siteId: id }}
            className={sideRow}
          >
            <span dir="auto" className="min-w-0 flex-1 truncate text-left font-medium">
              {title}
            </span>
            <PublishedBadge published={published} />
          </Link>
        </li>
      ))}
    </Panel>
  );
}

/** The newest members with the time they joined. */
export function NewestMembers({ organizationId, list: { data, error, refetch } }: ListProps<Member>) {
  if (!data && error !== null) return <FetchFailure error={error} onRetry={refetch} />;
  return (
    <Panel title="Newest members">
      {!data && <SkeletonList />}
      {data?.items.map(({ id, user, joinedAt }) => (
        <li key={id}>
          <Link
            to="/o/$organizationId/members/$userId"
            params={{ organizationId, userId: id }}
            className={sideRow}
          >
            <Avatar name={user.displayName} src={user.photoURL} />
            <span dir="auto" className="min-w-0 flex-1 truncate text-left font-medium">
              {user.displayName}
            </span>
            <span className="shrink-0 text-xs text-ink-soft">
              <Time value={joinedAt} />
            </span>
          </Link>
        </li>
      ))}
    </Panel>
  );
}

const SkeletonList = () =>
  [0, 1, 2, 3, 4].map((row) => (
    <li key={row} className="flex min-h-9 items-center">
      <Skeleton className="w-1/2" />
    </li>
  ));

interface GetStartedProps {
  organization: Organization;
  /** How many there are; undefined while unknown. */
  counts: Record<'spaces' | 'sites' | 'members', number | undefined>;
}

/** First steps in a new organization. Nothing once all of them are done, or without permission. */
export function GetStarted({ organization, counts }: GetStartedProps) {
  const { admin, createContent } = organization.permissions;
  const params = { organizationId: organization.id };
  const steps: { Icon: LucideIcon; title: string; text: string; link: LinkProps; isOpen: boolean }[] = [
    {
      Icon: Book,
      title: 'Create a space',
      text: 'A space holds pages.',
      link: linkOptions({ to: '/o/$organizationId/content/new-space', params }),
      isOpen: createContent && counts.spaces === 0,
    },
    {
      Icon: AppWindow,
      title: 'Create a site',
      text: 'A site publishes spaces for visitors.',
      // Without a space, there would be nothing to see on it.
      link: linkOptions({
        to: '/o/$organizationId/sites/new',
        params,
        search: counts.spaces === 0 ? { content: 'sample' } : {},
      }),
      isOpen: createContent && counts.sites === 0,
    },
    {
      Icon: UserPlus,
      title: 'Invite people',
      text: 'Add members by email address.',
      link: linkOptions({ to: '/o/$organizationId/members/invite', params }),
      isOpen: admin && counts.members === 1,
    },
  ];
  const open = steps.filter(({ isOpen }) => isOpen);
  if (open.length === 0) return null;
  return (
    <section aria-labelledby="get-started">
      <h2 id="get-started" className="mb-3 text-lg font-semibold">
        Get started
      </h2>
      <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line">
        {open.map(({ Icon, title, text, link }) => (
          <li key={title}>
            <Link {...link} className={linkRow}>
              <Icon aria-hidden="true" className="size-4 shrink-0 text-accent-ink" />
              <span className="min-w-0 flex-1">
                <span className="block font-medium">{title}</span>
                <span className="block text-xs text-ink-soft">{text}</span>
              </span>
              <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-ink-soft" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

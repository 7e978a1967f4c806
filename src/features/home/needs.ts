import { linkOptions } from '@tanstack/react-router';
import type { ChangeRequestCounts, SpaceBrokenLinks } from '#src/api/generated/types.gen.ts';
import { countOf } from '#src/lib/counts.ts';
import type { Need } from './attention.tsx';

/** How many things of a kind are named; the rest is counted. */
const most = 3;

/** What the change requests of an organization ask of the caller. */
export function changeRequestNeeds(organizationId: string, counts: ChangeRequestCounts): Need[] {
  const inbox = (view: string) =>
    linkOptions({ to: '/o/$organizationId/inbox/$view', params: { organizationId, view } });
  const of = (count: number) => countOf(count, 'change request');
  return [
    {
      id: 'needs-me',
      count: counts.needsMe,
      says: `${of(counts.needsMe)} for you to review`,
      link: inbox('needs-me'),
    },
    {
      id: 'returned',
      count: counts.returned,
      says: `${of(counts.returned)} of yours with changes asked for`,
      link: inbox('returned'),
    },
    {
      id: 'stale',
      count: counts.stale,
      says: `${of(counts.stale)} without progress for a long time`,
      link: inbox('stale'),
    },
  ].flatMap(({ count, ...need }) => (count > 0 ? [need] : []));
}

/** The open discussions. @param count how many there are */
export function commentNeeds(organizationId: string, count: number): Need[] {
  if (count === 0) return [];
  const link = linkOptions({ to: '/o/$organizationId/inbox/comments', params: { organizationId } });
  return [{ id: 'comments', says: `${countOf(count, 'open comment')} on pages and change requests`, link }];
}

/** The spaces with broken links, those with most first, a few by name. */
export function linkNeeds(
  organizationId: string,
  spaces: readonly SpaceBrokenLinks[],
  count: number,
): Need[] {
  const named = spaces.slice(0, most).map(({ space, broken }): Need => ({
    id: `links-${space.id}`,
    says: space.title,
    badge: { text: countOf(broken, 'broken link'), tone: 'warning' },
    link: linkOptions({
      to: '/o/$organizationId/spaces/$spaceId/links',
      params: { organizationId, spaceId: space.id },
    }),
  }));
  const rest = count - named.length;
  if (rest <= 0) return named;
  const says = `${countOf(rest, 'more space')} with broken links`;
  return [
    ...named,
    {
      id: 'links',
      says,
      link: linkOptions({ to: '/o/$organizationId/content', params: { organizationId } }),
    },
  ];
}

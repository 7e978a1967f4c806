import { linkOptions } from '@tanstack/react-router';
import type { ChangeRequestCounts, SpaceBrokenLinks } from '#api/generated/types.gen.ts';
import { countOf } from '#src/lib/counts.ts';
import type { Need } from './attention.tsx';

/** How many things of a kind are named; the rest is counted. */
const most = 3;

/** A change request that waits for the caller's review. */
export interface WaitingReview {
  id: string;
  name: string;
  number: number;
  spaceId: string;
  spaceTitle: string;
}

/**
 * The change requests that wait for the caller's review, a few by name.
 *
 * @param waiting the first of them
 * @param count how many there are
 */
export function reviewNeeds(
  organizationId: string,
  waiting: readonly WaitingReview[],
  count: number,
): Need[] {
  const named = waiting.slice(0, most).map(({ id, name, number, spaceId, spaceTitle }): Need => ({
    id: `review-${id}`,
    says: `${name} in ${spaceTitle}`,
    badge: { text: 'Needs your review', tone: 'accent' },
    link: linkOptions({
      to: '/o/$organizationId/spaces/$spaceId/changes/$changeRequest',
      params: { organizationId, spaceId, changeRequest: String(number) },
    }),
  }));
  const rest = count - named.length;
  if (rest <= 0) return named;
  const says = `${countOf(rest, 'more change request needs', 'more change requests need')} your review`;
  return [...named, { id: 'needs-me', says, link: toInbox(organizationId, 'needs-me') }];
}

const toInbox = (organizationId: string, view: string) =>
  linkOptions({ to: '/o/$organizationId/inbox/$view', params: { organizationId, view } });

/** What the change requests of an organization ask of the caller beside reviews. */
export function changeRequestNeeds(organizationId: string, counts: ChangeRequestCounts): Need[] {
  return [
    {
      id: 'returned',
      count: counts.returned,
      says: `${countOf(counts.returned, 'of your change requests needs', 'of your change requests need')} changes`,
      link: toInbox(organizationId, 'returned'),
    },
    {
      id: 'stale',
      count: counts.stale,
      says: countOf(counts.stale, 'stale change request'),
      link: toInbox(organizationId, 'stale'),
    },
  ].flatMap(({ count, ...need }) => (count > 0 ? [need] : []));
}

/** The open discussions. @param count how many there are */
export function commentNeeds(organizationId: string, count: number): Need[] {
  if (count === 0) return [];
  const link = linkOptions({ to: '/o/$organizationId/inbox/comments', params: { organizationId } });
  return [{ id: 'comments', says: `${countOf(count, 'open comment')} on pages and change requests`, link }];
}

/**
 * The spaces with broken links, those with most first: a few by name, the others under one line.
 *
 * @param count how many there are, which may be more than are known
 */
export function linkNeeds(
  organizationId: string,
  spaces: readonly SpaceBrokenLinks[],
  count: number,
): Need[] {
  const needs = spaces.map(({ space, broken }): Need => ({
    id: `links-${space.id}`,
    says: space.title,
    badge: { text: countOf(broken, 'broken link'), tone: 'warning' },
    link: linkOptions({
      to: '/o/$organizationId/spaces/$spaceId/links',
      params: { organizationId, spaceId: space.id },
    }),
  }));
  const more = needs.slice(most);
  if (more.length === 0) return needs;
  const says = `${countOf(count - most, 'more space')} with broken links`;
  return [...needs.slice(0, most), { id: 'links', says, more }];
}

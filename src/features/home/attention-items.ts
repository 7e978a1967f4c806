import { linkOptions } from '@tanstack/react-router';
import type { ChangeRequestCounts, SpaceBrokenLinks } from '#api/generated/types.gen.ts';
import { formatCount } from '#src/lib/text/format.ts';
import type { AttentionItem, AttentionSection } from './attention.tsx';

/** A change request that needs the user's review. */
export interface WaitingReview {
  id: string;
  name: string;
  number: number;
  spaceId: string;
  spaceTitle: string;
  updatedAt: string;
}

/** How many change requests are named; the rest are counted. */
const maxNamed = 3;

/** Change requests that need the user's review, a few by name. */
export function reviewItems(
  organizationId: string,
  waiting: readonly WaitingReview[],
  count: number,
): Pick<AttentionSection, 'items' | 'rest'> {
  const items = waiting
    .slice(0, maxNamed)
    .map(({ id, name, number, spaceId, spaceTitle, updatedAt }): AttentionItem => ({
      id: `review-${id}`,
      text: name,
      detail: `in ${spaceTitle}`,
      time: updatedAt,
      link: linkOptions({
        to: '/o/$organizationId/spaces/$spaceId/changes/$changeRequest',
        params: { organizationId, spaceId, changeRequest: String(number) },
      }),
    }));
  return { items, rest: { count: count - items.length, link: inboxLink(organizationId, 'needs-me') } };
}

const inboxLink = (organizationId: string, view: string) =>
  linkOptions({ to: '/o/$organizationId/inbox/$view', params: { organizationId, view } });

/** Change requests of the user with changes requested. */
export function returnedItems(organizationId: string, { returned }: ChangeRequestCounts): AttentionItem[] {
  const text = `${formatCount(returned, 'of your change requests needs', 'of your change requests need')} changes`;
  const link = inboxLink(organizationId, 'returned');
  return returned > 0 ? [{ id: 'returned', text, count: returned, link }] : [];
}

/** Approved change requests that the user may merge. */
export function readyItems(organizationId: string, { ready }: ChangeRequestCounts): AttentionItem[] {
  const text = formatCount(ready, 'approved change request is', 'approved change requests are');
  const link = inboxLink(organizationId, 'ready');
  return ready > 0 ? [{ id: 'ready', text: `${text} ready to merge`, count: ready, link }] : [];
}

/** The change requests that wait for a step of the user after their review. */
export const ownItems = (organizationId: string, counts: ChangeRequestCounts): AttentionItem[] => [
  ...readyItems(organizationId, counts),
  ...returnedItems(organizationId, counts),
];

/** Change requests without progress. */
export function staleItems(organizationId: string, { stale }: ChangeRequestCounts): AttentionItem[] {
  const text = formatCount(stale, 'stale change request');
  return stale > 0 ? [{ id: 'stale', text, count: stale, link: inboxLink(organizationId, 'stale') }] : [];
}

/**
 * Open comments.
 *
 * @param count how many there are
 */
export function commentItems(organizationId: string, count: number): AttentionItem[] {
  if (count === 0) return [];
  const link = linkOptions({ to: '/o/$organizationId/inbox/comments', params: { organizationId } });
  const text = `${formatCount(count, 'open comment')} on pages and change requests`;
  return [{ id: 'comments', text, count, link }];
}

/** Spaces with broken links, most first. */
export const linkItems = (organizationId: string, spaces: readonly SpaceBrokenLinks[]): AttentionItem[] =>
  spaces.map(({ space, broken }) => ({
    id: `links-${space.id}`,
    text: space.title,
    badge: { text: formatCount(broken, 'broken link'), tone: 'warning' },
    link: linkOptions({
      to: '/o/$organizationId/spaces/$spaceId/links',
      params: { organizationId, spaceId: space.id },
    }),
  }));

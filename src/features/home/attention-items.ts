import { linkOptions } from '@tanstack/react-router';
import type { ChangeRequestCounts, SpaceBrokenLinks } from '#api/generated/types.gen.ts';
import { needsYourReviewLabel } from '#src/lib/shared-labels.ts';
import { formatCount } from '#src/lib/text/format.ts';
import type { AttentionItem } from './attention.tsx';

/** How many are named per kind; the rest are counted. */
const maxNamed = 3;

/** A change request that needs the user's review. */
export interface WaitingReview {
  id: string;
  name: string;
  number: number;
  spaceId: string;
  spaceTitle: string;
}

/** Change requests that need the user's review, a few by name. */
export function reviewItems(
  organizationId: string,
  waiting: readonly WaitingReview[],
  count: number,
): AttentionItem[] {
  const named = waiting
    .slice(0, maxNamed)
    .map(({ id, name, number, spaceId, spaceTitle }): AttentionItem => ({
      id: `review-${id}`,
      text: `${name} in ${spaceTitle}`,
      badge: { text: needsYourReviewLabel, tone: 'accent' },
      link: linkOptions({
        to: '/o/$organizationId/spaces/$spaceId/changes/$changeRequest',
        params: { organizationId, spaceId, changeRequest: String(number) },
      }),
    }));
  const rest = count - named.length;
  if (rest <= 0) return named;
  const text = `${formatCount(rest, 'more change request needs', 'more change requests need')} your review`;
  return [...named, { id: 'needs-me', text, link: inboxLink(organizationId, 'needs-me') }];
}

const inboxLink = (organizationId: string, view: string) =>
  linkOptions({ to: '/o/$organizationId/inbox/$view', params: { organizationId, view } });

/** Other change requests that need the user. */
export function changeRequestItems(organizationId: string, counts: ChangeRequestCounts): AttentionItem[] {
  return [
    {
      id: 'returned',
      count: counts.returned,
      text: `${formatCount(counts.returned, 'of your change requests needs', 'of your change requests need')} changes`,
      link: inboxLink(organizationId, 'returned'),
    },
    {
      id: 'stale',
      count: counts.stale,
      text: formatCount(counts.stale, 'stale change request'),
      link: inboxLink(organizationId, 'stale'),
    },
  ].flatMap(({ count, ...need }) => (count > 0 ? [need] : []));
}

/**
 * Open comments.
 *
 * @param count how many there are
 */
export function commentItems(organizationId: string, count: number): AttentionItem[] {
  if (count === 0) return [];
  const link = linkOptions({ to: '/o/$organizationId/inbox/comments', params: { organizationId } });
  return [
    { id: 'comments', text: `${formatCount(count, 'open comment')} on pages and change requests`, link },
  ];
}

/** Spaces with broken links, most first: a few by name, the rest in one row. */
export function linkItems(
  organizationId: string,
  spaces: readonly SpaceBrokenLinks[],
  count: number,
): AttentionItem[] {
  const needs = spaces.map(({ space, broken }): AttentionItem => ({
    id: `links-${space.id}`,
    text: space.title,
    badge: { text: formatCount(broken, 'broken link'), tone: 'warning' },
    link: linkOptions({
      to: '/o/$organizationId/spaces/$spaceId/links',
      params: { organizationId, spaceId: space.id },
    }),
  }));
  const more = needs.slice(maxNamed);
  if (more.length === 0) return needs;
  const text = `${formatCount(count - maxNamed, 'more space')} with broken links`;
  return [...needs.slice(0, maxNamed), { id: 'links', text, children: more }];
}

import { linkOptions } from '@tanstack/react-router';
import type { ReaderAttention, SiteFinding } from '#api/generated/types.gen.ts';
import { fixOfFinding, nameOfFinding } from '#src/domain/findings/finding-labels.ts';
import { formatCount } from '#src/lib/text/format.ts';
import type { AttentionItem } from './attention.tsx';

/** Words that readers do not find anything for: somebody writes about them. */
export const searchItems = (organizationId: string, searches: ReaderAttention['searches']): AttentionItem[] =>
  searches.map(({ site, words, count, space }) => ({
    id: `search-${site.id}-${words}`,
    text: words,
    detail: `has no result in ${site.title}`,
    badge: { text: formatCount(count, 'search', 'searches'), tone: 'warning' },
    ...(space
      ? {
          action: 'Write a page',
          link: linkOptions({
            to: '/o/$organizationId/spaces/$spaceId/changes/new',
            params: { organizationId, spaceId: space.id },
            search: { about: words },
          }),
        }
      : { action: 'Open Insights', link: insightsOf(organizationId, site.id) }),
  }));

/** Where readers got lost. */
export const addressItems = (
  organizationId: string,
  addresses: ReaderAttention['addresses'],
): AttentionItem[] =>
  addresses.map(({ site, path, count }) => ({
    id: `address-${site.id}-${path}`,
    text: path,
    detail: `leads nowhere in ${site.title}`,
    badge: { text: formatCount(count, 'request'), tone: 'warning' },
    action: 'Add a redirect',
    link: linkOptions({
      to: '/o/$organizationId/sites/$siteId/redirects',
      params: { organizationId, siteId: site.id },
      search: { dialog: 'new' as const, from: path },
    }),
  }));

/** Pages that readers did not find helpful. */
export const pageItems = (organizationId: string, pages: ReaderAttention['pages']): AttentionItem[] =>
  pages.map(({ site, page, count }) => ({
    id: `page-${site.id}-${page.id}`,
    text: page.title,
    detail: `didn’t help in ${site.title}`,
    badge: { text: formatCount(count, 'answer'), tone: 'warning' },
    action: 'Open page',
    link: linkOptions({
      to: '/o/$organizationId/spaces/$spaceId/pages/$pageId',
      params: { organizationId, spaceId: page.spaceId, pageId: page.id },
    }),
  }));

/** Links to other sites that lead nowhere. */
export const deadLinkItems = (organizationId: string, links: readonly SiteFinding[]): AttentionItem[] =>
  links.flatMap((finding) => {
    const fix = fixOfFinding({ organizationId }, finding);
    if (!fix) return [];
    return [
      {
        id: `link-${finding.id}`,
        text: nameOfFinding(finding),
        detail: `links to ${finding.detail ?? 'another site'}`,
        badge: { text: 'Dead link', tone: 'warning' as const },
        action: fix.label,
        link: fix.link,
      },
    ];
  });

const insightsOf = (organizationId: string, siteId: string) =>
  linkOptions({ to: '/o/$organizationId/sites/$siteId/insights', params: { organizationId, siteId } });

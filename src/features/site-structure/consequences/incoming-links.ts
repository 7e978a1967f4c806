/** The links of other spaces that lead to site spaces. */
import { getSiteIncomingLinksOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import type { SiteIncomingLinks } from '#api/generated/types.gen.ts';
import { optional } from '#src/api/optional-requests.ts';
import { formatCount, formatNumber } from '#src/lib/text/format.ts';
import type { SitePath } from '../queries.ts';

/** As many as the API takes. */
const MAX_SITE_SPACES = 100;

/** Null at servers that don't count them. */
export const incomingLinksOptions = (site: SitePath, siteSpaces: readonly string[]) =>
  optional(
    getSiteIncomingLinksOptions({ path: site, query: { siteSpaces: siteSpaces.slice(0, MAX_SITE_SPACES) } }),
  );

/** What becomes of the links when the addresses change, or go. */
export function describeIncomingLinks(
  { links, pages, byAddress, isPartial }: SiteIncomingLinks,
  change: 'moved' | 'removed',
): string {
  if (links === 0) return 'No other space links here.';
  const count = `${isPartial ? 'At least ' : ''}${formatCount(links, 'link')} in ${formatCount(pages, 'page')} of other spaces`;
  const lead = links === 1 ? 'leads' : 'lead';
  if (change === 'removed') return `${count} ${lead} here. On this site they will lead nowhere.`;
  if (byAddress === 0)
    return `${count} ${lead} here. ${links === 1 ? 'It follows' : 'They follow'} the change.`;
  if (byAddress === links) return `${count} ${lead} here, written as addresses. The redirects lead on.`;
  const written =
    byAddress === 1
      ? '1 is written as an address and uses the redirect'
      : `${formatNumber(byAddress)} are written as addresses and use the redirects`;
  const others = links - byAddress === 1 ? 'the other follows' : 'the others follow';
  return `${count} ${lead} here. ${written}; ${others} the change.`;
}

import { findPlayer } from '#api/embed-players.ts';
import { parseUrl } from '#server/base/parse-url.ts';
import { slotsOf } from '#server/content/html/text-html.ts';
import type { TextGap, TextHtml } from '#server/database/tables/stored-texts.ts';
import { externalAccess } from '#server/sites/customization.ts';
import type { VisitContext } from '../visit/visit.ts';
import { linkUrl, type LinkScope } from './reader-links.ts';

type SiteVisit = Pick<VisitContext, 'site' | 'origin' | 'publicUrl'>;

/** The address of the player of an embed; undefined where the owner of the site doesn't allow its host. */
export function playerOf({ site, origin, publicUrl }: SiteVisit, address: string): string | undefined {
  const player = findPlayer(address, externalAccess(site.customization).embedHosts);
  const host = player === undefined ? undefined : parseUrl(player)?.host;
  // A page of the server itself would be no guest in the frame.
  const isOwn = [origin, publicUrl].some((url) => parseUrl(url)?.host === host);
  return host === undefined || isOwn ? undefined : player;
}

/** The origins of the players that a text may show. */
export function playerOrigins(visit: SiteVisit, { parts }: Pick<TextHtml, 'parts'>): string[] {
  const origins = slotsOf(parts, ['player']).flatMap(({ value }) => {
    const player = playerOf(visit, value);
    return player === undefined ? [] : [new URL(player).origin];
  });
  return [...new Set(origins)].toSorted();
}

/** Whether pictures of other hosts are shown as links, and which those are. */
export function externalPicture(visit: Pick<SiteVisit, 'site'>, scope: LinkScope) {
  if (externalAccess(visit.site.customization).hasPictures) return undefined;
  return (gap: TextGap): boolean => /^https?:/i.test(linkUrl(scope, gap.href) ?? '');
}

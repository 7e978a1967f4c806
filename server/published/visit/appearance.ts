import type { FastifyRequest } from 'fastify';
import { customizationAt } from '#server/sites/customization.ts';
import { lookCss } from '../layout/look.ts';
import type { PublishedSite } from './published-site.ts';
import type { Visit } from './visit.ts';

/** The cookie that the reader's script sets when a visitor chooses a theme. */
const THEME_COOKIE = /(?:^|;\s*)reader-theme=(light|dark)(?:;|$)/;

/** The cookie that the reader's script sets when a visitor closes an announcement. */
const CLOSED_COOKIE = /(?:^|;\s*)reader-closed=(\w{12})(?:;|$)/;

/** The site as the visitor sees it now: without an announcement that they have closed, or whose time it isn't. */
export function siteAt(
  { headers, clock }: Pick<FastifyRequest, 'headers' | 'clock'>,
  site: PublishedSite,
): PublishedSite {
  const closedId = CLOSED_COOKIE.exec(headers.cookie ?? '')?.[1];
  return { ...site, customization: customizationAt(site.customization, clock.now(), closedId) };
}

/** The theme that the visitor has chosen, and the style sheets and the script of a site. */
export function appearanceOf(
  { headers, server: { readerAssets: assets } }: FastifyRequest,
  site: PublishedSite,
  { hasScript }: { hasScript: boolean },
): Pick<Visit, 'theme' | 'assets'> {
  const theme = THEME_COOKIE.exec(headers.cookie ?? '')?.[1];
  const style = assets.style(lookCss(site.customization))?.name;
  const script = hasScript ? assets.script?.name : undefined;
  const names = {
    referenceStyle: assets.referenceStyle,
    blocksStyle: assets.blocksStyle,
    referenceBlocksStyle: assets.referenceBlocksStyle,
  };
  return {
    theme: theme === 'light' || theme === 'dark' ? theme : undefined,
    assets: {
      ...(style !== undefined && { style }),
      ...Object.fromEntries(
        Object.entries(names).flatMap(([kind, asset]) => (asset ? [[kind, asset.name]] : [])),
      ),
      ...(script !== undefined && { script }),
    },
  };
}

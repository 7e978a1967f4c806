import type { Site, SiteCustomization } from '#api/generated/types.gen.ts';
import { apiUrl, appUrl, type ServiceSettings } from '#server/base/service-settings.ts';
import { PICTURES_PATH, type StoredCustomization, type StoredPicture } from '#server/sites/customization.ts';
import { PROXIED } from '#server/sites/reserved-names.ts';
import { ownUrl, publishedUrl, type SiteUrlFields } from '#server/sites/sites.rules.ts';
import type { SiteWithCountRow } from './sites.queries.ts';

/** Default appearance of sites. */
const DEFAULTS: SiteCustomization = {
  styling: {
    theme: 'clean',
    primaryColor: { light: '#3451b2', dark: '#849dff' },
    tint: { color: { light: '#f4f5fa', dark: '#16181d' } },
    infoColor: { light: '#00749e', dark: '#70b8ff' },
    successColor: { light: '#218358', dark: '#3dd68c' },
    warningColor: { light: '#ab6400', dark: '#ffca16' },
    dangerColor: { light: '#ce2c31', dark: '#ff9592' },
    corners: 'rounded',
    links: 'default',
    font: 'sans',
    icons: 'regular',
    sidebar: { background: 'default', list: 'default' },
    search: 'prominent',
  },
  internationalization: { locale: 'en' },
  favicon: {},
};

/** The site's customization with defaults for the rest. Pictures have an address once the site is published. */
export function withDefaultCustomization(
  site: SiteUrlFields & { title: string },
  { logo, favicon, ...chosen }: StoredCustomization,
  service: ServiceSettings,
): SiteCustomization {
  const published = publishedUrl(site, service);
  const url = ({ id }: StoredPicture) => `${published}${PICTURES_PATH}${id}`;
  return {
    title: site.title,
    ...DEFAULTS,
    ...chosen,
    styling: { ...DEFAULTS.styling, ...chosen.styling },
    ...(published !== undefined && {
      ...(favicon && { favicon: { icon: url(favicon) } }),
      ...(logo && { logo: { light: url(logo.light), dark: url(logo.dark ?? logo.light) } }),
    }),
  };
}

export function toSiteView(site: SiteWithCountRow, service: ServiceSettings): Site {
  const published = publishedUrl(site, service);

  return {
    object: 'site',
    id: site.id,
    type: site.type,
    title: site.title,
    ...(site.icon !== null && { icon: site.icon }),
    ...(site.hostname !== null && { hostname: site.hostname }),
    ...(site.basename !== null && { basename: site.basename }),
    ...(site.proxy !== null && {
      proxy: { origin: `https://${site.proxy}`, target: `${ownUrl(site, service)}${PROXIED}` },
    }),
    visibility: site.visibility,
    published: site.published,
    siteSpaces: site.site_spaces,
    createdAt: site.created_at.toISOString(),
    adaptiveContent: { enabled: site.adaptive_content },
    ...(site.ads !== null && { ads: site.ads }),
    features: site.features,
    ...(site.has_git_sync && { hasGitSync: true }),
    urls: {
      location: apiUrl(service, `/orgs/${site.organization_id}/sites/${site.id}`),
      app: appUrl(service, `/o/${site.organization_id}/sites/${site.id}`),
      ...(published !== undefined && { published }),
    },
  };
}

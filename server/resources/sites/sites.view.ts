import type { Site } from '#api/generated/types.gen.ts';
import { apiUrl, appUrl, type ServiceSettings } from '#server/service-settings.ts';
import { ownAddress, publishedAddress } from '#server/sites/site-address.ts';
import type { CountedSiteRow } from './sites.queries.ts';

/** A site as those who may see it get it. */
export function toSiteView(site: CountedSiteRow, service: ServiceSettings): Site {
  const published = publishedAddress(site, service.publicUrl);

  return {
    object: 'site',
    id: site.id,
    type: site.type,
    title: site.title,
    ...(site.icon !== null && { icon: site.icon }),
    ...(site.hostname !== null && { hostname: site.hostname }),
    ...(site.basename !== null && { basename: site.basename }),
    ...(site.proxy !== null && {
      proxy: { origin: `https://${site.proxy}`, target: ownAddress(site, service.publicUrl) },
    }),
    visibility: site.visibility,
    published: site.published,
    siteSpaces: site.site_spaces,
    createdAt: site.created_at.toISOString(),
    adaptiveContent: { enabled: site.adaptive_content },
    ...(site.ads !== null && { ads: site.ads }),
    features: site.features,
    urls: {
      location: apiUrl(service, `/orgs/${site.organization_id}/sites/${site.id}`),
      app: appUrl(service, `/o/${site.organization_id}/sites/${site.id}`),
      ...(published !== undefined && { published }),
    },
  };
}

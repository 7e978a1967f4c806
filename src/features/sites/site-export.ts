import { listSites } from '#api/generated/sdk.gen.ts';
import type { Organization, Site } from '#api/generated/types.gen.ts';
import { exportList } from '#src/components/bulk/export-list.ts';
import { siteTypeName } from './labels.ts';
import { type SiteSearch, toSiteQuery } from './queries.ts';

/** Exports the filtered sites, without the secrets of share links. */
export function exportSites({ id, title }: Organization, search: SiteSearch): void {
  const path = { organizationId: id };
  exportList<Site>({
    title: `Sites of ${title}`,
    noun: 'site',
    fetchPage: async (page, signal) =>
      (await listSites({ path, query: { ...toSiteQuery(search), ...page }, signal, throwOnError: true }))
        .data,
    headings: ['title', 'published', 'visibility', 'url', 'plan', 'spaces', 'created', 'id'],
    toRows: (sites) =>
      sites.map((site) => [
        site.title,
        site.published ? 'yes' : 'no',
        site.visibility,
        site.visibility === 'share-link' ? '' : (site.urls.published ?? ''),
        siteTypeName(site.type),
        site.siteSpaces,
        site.createdAt,
        site.id,
      ]),
  });
}

import { gatherAll } from '#src/api/gather.ts';
import { listSites } from '#src/api/generated/sdk.gen.ts';
import type { Organization, Site } from '#src/api/generated/types.gen.ts';
import { openTool } from '#src/components/layout/open-tool.ts';
import { type SiteSearch, toSiteQuery } from './site-search.ts';
import { siteTypeName } from './site-words.ts';

/** Writes all sites that an address finds to a file. The secret of a share link stays out of it. */
export function exportSites({ id, title }: Organization, search: SiteSearch): void {
  openTool.set({
    kind: 'export',
    job: {
      title: `Sites of ${title}`,
      noun: 'site',
      async gather(signal, onProgress) {
        const sites = await gatherAll<Site>(
          async (page) => {
            const query = { ...toSiteQuery(search), ...page };
            return (await listSites({ path: { organizationId: id }, query, signal, throwOnError: true }))
              .data;
          },
          { signal, onProgress },
        );
        return [
          ['title', 'published', 'visibility', 'address', 'plan', 'spaces', 'created', 'id'],
          ...sites.map((site) => [
            site.title,
            site.published ? 'yes' : 'no',
            site.visibility,
            site.visibility === 'share-link' ? '' : (site.urls.published ?? ''),
            siteTypeName(site.type),
            site.siteSpaces,
            site.createdAt,
            site.id,
          ]),
        ];
      },
    },
  });
}

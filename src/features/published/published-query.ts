import { getPublishedSiteOptions } from '#api/generated/@tanstack/react-query.gen.ts';

/**
 * @param shareKey returns URLs as holders of this share link see them
 */
export const publishedOf = (path: { organizationId: string; siteId: string }, shareKey: string | undefined) =>
  getPublishedSiteOptions({ path, ...(shareKey === undefined ? {} : { query: { shareKey } }) });

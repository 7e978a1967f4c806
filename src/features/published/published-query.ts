import { getPublishedSiteOptions } from '#api/generated/@tanstack/react-query.gen.ts';

/** What visitors of a site get. @param shareKey of a share link, to see the addresses that its holders use */
export const publishedOf = (path: { organizationId: string; siteId: string }, shareKey: string | undefined) =>
  getPublishedSiteOptions({ path, ...(shareKey === undefined ? {} : { query: { shareKey } }) });

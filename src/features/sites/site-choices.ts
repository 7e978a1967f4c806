import { listSiteSectionsOptions, listSiteSpacesOptions } from '#api/generated/@tanstack/react-query.gen.ts';

/** What the settings offer as defaults: the first thousand of each are more than anybody picks from. */
export const defaultChoices = (path: { organizationId: string; siteId: string }) => ({
  sections: listSiteSectionsOptions({ path, query: { limit: 1000 } }),
  siteSpaces: listSiteSpacesOptions({ path, query: { limit: 1000 } }),
});

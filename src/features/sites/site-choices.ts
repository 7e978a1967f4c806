import { listSiteSectionsOptions, listSiteSpacesOptions } from '#api/generated/@tanstack/react-query.gen.ts';

/** The default sections and site spaces to choose from, limited to the first 1,000 each. */
export const defaultChoices = (path: { organizationId: string; siteId: string }) => ({
  sections: listSiteSectionsOptions({ path, query: { limit: 1000 } }),
  siteSpaces: listSiteSpacesOptions({ path, query: { limit: 1000 } }),
});

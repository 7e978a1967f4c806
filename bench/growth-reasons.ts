/**
 * Why a request takes longer with more data, by the name of the operation or by that of the request. What grows because
 * its answer does needs no entry: the table shows the sizes.
 */
export const growthReasons: Record<string, string> = {
  getSite: 'counts the site spaces whose spaces are not deleted',
  listSites: 'counts the site spaces whose spaces are not deleted',
  listContent: 'sorts all collections and spaces, which are in two tables, to find a page of them',
  listOrganizationComments:
    'PostgreSQL makes a new plan for each request, 3.7 ms; with little data it keeps one that it has made',
  listSiteSpaces: 'sorts all site spaces of the site in the order of their sections, and counts them',
  'getSiteStructure, first after a move': 'sends all sections and site spaces, 3.3 MB of them',
  searchOrganization: 'finds every page that has the words, and ranks up to 500',
  'another request during getSiteStructure':
    'waits while 3.3 MB are put together and sent, and on PGlite for the statement that compares 3,000 site spaces',
  'listOrganizationChangeRequests, first after the start': 'counts all; the count is cached afterwards',
};

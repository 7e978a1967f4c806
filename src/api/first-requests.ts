/** Rows per page of a list. */
export const pageSize = 50;

/**
 * The requests that the first screen of a URL will send, so that they can start before the application is loaded. The
 * screen's query needs the same parameters, in any order.
 */
export function firstRequests(url: URL): string[] {
  const { organization, screen } = placeOf(url);
  if (!organization) return [];
  const filters = lists.get(screen);
  const list = filters && `/v1/orgs/${organization}/${screen}?${listQuery(url.searchParams, filters)}`;
  return [`/v1/orgs/${organization}`, ...recordRequests(url), ...(list ? [list] : [])];
}

/** Those of them for the record that a screen shows, whose loader is a part of the screen's code. */
export function recordRequests(url: URL): string[] {
  const { organization, screen } = placeOf(url);
  const [, siteId] = /^sites\/([^/]+)\/structure$/.exec(screen) ?? [];
  const site = `/v1/orgs/${organization}/sites/${siteId}`;
  if (siteId) return [site, `${site}/structure?form=outline`];
  const [, spaceId, number] = /^spaces\/([^/]+)\/changes\/(?!new(?:\/|$))([^/]+)/.exec(screen) ?? [];
  const space = `/v1/spaces/${spaceId}`;
  return number ? [space, `${space}/change-requests/${number}`] : [];
}

function placeOf(url: URL) {
  const [, organization = '', screen = ''] = /^\/o\/([^/]+)(?:\/(.*?))?\/?$/.exec(url.pathname) ?? [];
  return { organization, screen };
}

/** A search parameter of the screen, the request's parameter and the valid values. */
type Filter = readonly [shown: string, sent: string, known: RegExp];

const text = /^[^\0]+$/;

/** Lists that are often opened directly; screen and collection have the same name. */
const lists: ReadonlyMap<string, readonly Filter[]> = new Map([
  [
    'members',
    [
      ['q', 'search', text],
      ['role', 'role', /^(admin|create|review|edit|comment|read|guest)$/],
      ['status', 'status', /^invited$/],
      ['sort', 'sort', /^(joinedAt|lastSeenAt)$/],
      ['order', 'order', /^(asc|desc)$/],
    ],
  ],
  [
    'teams',
    [
      ['q', 'title', text],
      ['owner', 'owner', text],
    ],
  ],
  [
    'sites',
    [
      ['q', 'title', text],
      ['published', 'published', /^(true|false)$/],
    ],
  ],
]);

function listQuery(search: URLSearchParams, filters: readonly Filter[]): string {
  const query = new URLSearchParams({ limit: String(pageSize) });
  for (const [shown, sent, known] of filters) {
    const value = search.get(shown);
    if (value && known.test(value)) query.set(sent, value);
  }
  return query.toString();
}

/** A key that ignores the order of search parameters. */
export function requestKey(url: URL): string {
  const search = new URLSearchParams(url.search);
  search.sort();
  return `${url.pathname}?${search}`;
}

/** Rows a list asks for at a time. */
export const pageSize = 50;

/**
 * The requests that the first screen of an address will make, so that they can leave before the application has
 * loaded. A request that is named here but not made costs one idle answer; one that is made but not named here costs
 * a round trip. The screen's own query has to ask for the very same parameters, in any order.
 *
 * @returns paths with search, for GET
 */
export function firstRequests(url: URL): string[] {
  const [, organization, screen] = /^\/o\/([^/]+)(?:\/(.*?))?\/?$/.exec(url.pathname) ?? [];
  if (!organization) return [];
  const requests = [`/v1/orgs/${organization}`];
  const filters = screen && lists.get(screen);
  if (filters) requests.push(`/v1/orgs/${organization}/${screen}?${listQuery(url.searchParams, filters)}`);
  return requests;
}

/** A member of a list's address, what it is called in the request, and what the server takes for it. */
type Filter = readonly [shown: string, sent: string, known: RegExp];

const text = /^[^\0]+$/;

/** The lists that people open directly; screen and collection have the same name. */
const lists: ReadonlyMap<string, readonly Filter[]> = new Map([
  [
    'members',
    [
      ['q', 'search', text],
      ['role', 'role', /^(admin|create|review|edit|comment|read|guest)$/],
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

/** One spelling for requests that ask for the same: the order of the search does not matter. */
export function requestKey(url: URL): string {
  const search = new URLSearchParams(url.search);
  search.sort();
  return `${url.pathname}?${search}`;
}

/** Simulates a third-party server of the documented API: missing operations and other response shapes. */
import type { BrowserContext, Route } from '@playwright/test';
import { operationAt } from '../support/operation-at.ts';
import { thirdPartyResponses, isJsonObject, toThirdParty } from './third-party-shapes.ts';

/** Extensions of our server. */
const extensionOperations: ReadonlySet<string> = new Set([
  'countOrganizationChangeRequests',
  'getChangeRequestConflicts',
  'getCollectionTeamPermission',
  'getCollectionUserPermission',
  'getSpaceTeamPermission',
  'getSpaceUserPermission',
  'listAuditLog',
  'listBrokenLinks',
  'listContent',
  'listCustomFieldValues',
  'listOrganizationChangeRequests',
  'listOrganizationComments',
]);

/** Parameters that only our server supports; others ignore them. */
const extensionParameters: Readonly<Record<string, readonly string[]>> = {
  listSpaces: ['deleted', 'title'],
  listChangeRequestPageLinks: ['status'],
  listSpacePageLinks: ['status'],
};

interface ThirdPartyServer {
  /** Request counts by request line. */
  requests: Map<string, number>;
}

interface ThirdPartyOptions {
  /** Every list repeats the same next page. */
  repeatsPages?: boolean;
  /** Further unsupported operations. */
  unsupported?: readonly string[];
}

/** Routes a browser's requests through the simulated server, with ours as its storage. */
export async function useThirdPartyServer(
  context: BrowserContext,
  { repeatsPages = false, unsupported = [] }: ThirdPartyOptions = {},
): Promise<ThirdPartyServer> {
  const requests = new Map<string, number>();
  const respond = async (route: Route) => {
    const request = route.request();
    const url = new URL(request.url());
    const requestLine = `${request.method()} ${url.pathname}${url.search}`;
    requests.set(requestLine, (requests.get(requestLine) ?? 0) + 1);
    const operation = operationAt(request.method(), url.pathname)?.operationId ?? '';
    if (extensionOperations.has(operation)) {
      return route.fulfill({
        status: 404,
        json: { error: { code: 404, message: 'Not found.' } },
      });
    }
    if (unsupported.includes(operation)) {
      return route.fulfill({
        status: 501,
        json: { error: { code: 501, message: 'Not implemented.' } },
      });
    }
    for (const name of extensionParameters[operation] ?? []) url.searchParams.delete(name);
    if (repeatsPages) url.searchParams.delete('page');
    const response = await route.fetch({ url: url.href });
    const isJson = response.headers()['content-type']?.includes('json') ?? false;
    if (!response.ok() || !isJson) return route.fulfill({ response });
    const shaped = toThirdParty(await response.json());
    if (!isJsonObject(shaped)) return route.fulfill({ response, json: shaped });
    const converted = thirdPartyResponses[operation]?.(shaped) ?? shaped;
    const next = repeatsPages && Array.isArray(converted.items) ? { next: { page: 'again' } } : {};
    return route.fulfill({ response, json: { ...converted, ...next } });
  };
  await context.route(
    ({ pathname }) => /^\/v1(\/|$)/.test(pathname),
    // An aborted request needs no response.
    (route) => respond(route).catch(() => route.abort().catch(() => undefined)),
  );
  // A definition without operations says nothing about them.
  await context.route(/\/openapi\.(json|yaml)$/, (route) => route.fulfill({ json: {} }));
  return { requests };
}

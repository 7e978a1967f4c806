/** A model of a server of the documented interface that others wrote: what it lacks, and in which shapes it answers. */
import type { BrowserContext, Route } from '@playwright/test';
import { operationAt } from '../support/documented-only.ts';
import { thirdPartyResponses, isJsonObject, toThirdParty } from './third-party-shapes.ts';

/** Operations that only our own server has. */
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

/** Parameters that only our own server heeds; the others list everything. `status` is theirs for whole spaces. */
const extensionParameters: Readonly<Record<string, readonly string[]>> = {
  listSpaces: ['deleted', 'title'],
  listChangeRequestPageLinks: ['status'],
  listSpacePageLinks: ['status'],
};

interface ThirdPartyServer {
  /** How often each address was asked for, with its parameters. */
  requests: Map<string, number>;
}

interface ThirdPartyOptions {
  /** Every list names a next page, and gives the same one for it. */
  repeatsPages?: boolean;
  /** Operations that this server does not have either. */
  unsupported?: readonly string[];
}

/** Lets a browser meet such a server in the place of ours, which keeps everything. */
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
    // A request that the browser has given up needs no answer.
    (route) => respond(route).catch(() => route.abort().catch(() => undefined)),
  );
  return { requests };
}

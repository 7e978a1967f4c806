/** A model of a server of the documented interface that others wrote: what it lacks, and in which shapes it answers. */
import type { BrowserContext, Route } from '@playwright/test';
import { operationAt } from '../support/documented-only.ts';
import { foreignAnswers, isFields, toForeign } from './foreign-shapes.ts';

/** Operations that only our own server has. */
const ownOperations: ReadonlySet<string> = new Set([
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
const ownParameters: Readonly<Record<string, readonly string[]>> = {
  listSpaces: ['deleted', 'title'],
  listChangeRequestPageLinks: ['status'],
  listSpacePageLinks: ['status'],
};

interface ForeignServer {
  /** How often each address was asked for, with its parameters. */
  requests: Map<string, number>;
}

interface Peculiarities {
  /** Every list names a next page, and gives the same one for it. */
  repeats?: boolean;
  /** Operations that this server does not have either. */
  without?: readonly string[];
}

/** Lets a browser meet such a server in the place of ours, which keeps everything. */
export async function meetForeignServer(
  context: BrowserContext,
  { repeats = false, without = [] }: Peculiarities = {},
): Promise<ForeignServer> {
  const requests = new Map<string, number>();
  const answer = async (route: Route) => {
    const request = route.request();
    const url = new URL(request.url());
    const asked = `${request.method()} ${url.pathname}${url.search}`;
    requests.set(asked, (requests.get(asked) ?? 0) + 1);
    const operation = operationAt(request.method(), url.pathname)?.operationId ?? '';
    if (ownOperations.has(operation)) {
      return route.fulfill({
        status: 404,
        json: { error: { code: 404, message: 'Not found.' } },
      });
    }
    if (without.includes(operation)) {
      return route.fulfill({
        status: 501,
        json: { error: { code: 501, message: 'Not implemented.' } },
      });
    }
    for (const name of ownParameters[operation] ?? []) url.searchParams.delete(name);
    if (repeats) url.searchParams.delete('page');
    const response = await route.fetch({ url: url.href });
    const isJson = response.headers()['content-type']?.includes('json') ?? false;
    if (!response.ok() || !isJson) return route.fulfill({ response });
    const shaped = toForeign(await response.json());
    if (!isFields(shaped)) return route.fulfill({ response, json: shaped });
    const foreign = foreignAnswers[operation]?.(shaped) ?? shaped;
    const next = repeats && Array.isArray(foreign.items) ? { next: { page: 'again' } } : {};
    return route.fulfill({ response, json: { ...foreign, ...next } });
  };
  await context.route(
    ({ pathname }) => /^\/v1(\/|$)/.test(pathname),
    // A request that the browser has given up needs no answer.
    (route) => answer(route).catch(() => route.abort().catch(() => undefined)),
  );
  return { requests };
}

import type { QueryClient } from '@tanstack/react-query';
import type { Site } from '#api/generated/types.gen.ts';
import { listsExtensions } from '#src/api/extensions.ts';
import { session } from '#src/api/session/session.ts';

/** Whether a URL is the placeholder of a site without a hostname, where no server shows pages. */
export function isNotServed(url: string, server: string): boolean {
  if (!URL.canParse(url) || !URL.canParse(server)) return false;
  const { origin, pathname } = new URL(url);
  return origin === new URL(server).origin && pathname.startsWith('/published/');
}

/** The ids in such a path; null where it has names instead. */
export function parsePublishedPath(path: string): { organizationId: string | null; siteId: string | null } {
  const [organization = '', site = ''] = path.split('/');
  const idOf = (text: string) => (/^[A-Za-z0-9]{20}$/.test(text) ? text : null);
  return { organizationId: idOf(organization), siteId: idOf(site) };
}

/** Whether a URL belongs to the console's server, which doesn't serve published sites. */
export function isNotServedHere(url: string): boolean {
  const state = session.state.get();
  return isNotServed(url, (state.status === 'signed-in' && state.server) || location.origin);
}

/**
 * Whether a published site will be served at its URL. Before publishing a site often has none; a server that lists its
 * extensions then assigns one.
 */
export async function isServed(
  queryClient: QueryClient,
  { urls, proxy, hostname }: Pick<Site, 'urls' | 'proxy' | 'hostname'>,
): Promise<boolean> {
  const url = proxy?.target ?? urls.published;
  if (url !== undefined) return !isNotServedHere(url);
  return hostname !== undefined || !(await listsExtensions(queryClient));
}

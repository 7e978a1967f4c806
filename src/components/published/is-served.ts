import type { QueryClient } from '@tanstack/react-query';
import { listsExtensions } from '#src/api/extensions.ts';
import type { Site } from '#api/generated/types.gen.ts';
import { session } from '#src/api/session.ts';
import { isNotServed } from './is-not-served.ts';

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

import type { QueryClient } from '@tanstack/react-query';
import { listsExtensions } from '#src/api/extensions.ts';
import type { Site } from '#api/generated/types.gen.ts';
import { session } from '#src/api/session.ts';
import { isNotServed } from './is-not-served.ts';

/** Whether an address belongs to the server that the console works with, which serves none of them. */
export function isNotServedHere(url: string): boolean {
  const state = session.state.get();
  return isNotServed(url, (state.status === 'signed-in' && state.server) || location.origin);
}

/**
 * Whether an address shows a site once it is published. Before that a site often has none; a server that lists its
 * extensions then gives it one of its own.
 */
export async function isServed(
  queryClient: QueryClient,
  { urls, proxy, hostname }: Pick<Site, 'urls' | 'proxy' | 'hostname'>,
): Promise<boolean> {
  const url = proxy?.target ?? urls.published;
  if (url !== undefined) return !isNotServedHere(url);
  return hostname !== undefined || !(await listsExtensions(queryClient));
}

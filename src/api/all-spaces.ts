import type { QueryClient } from '@tanstack/react-query';
import { askOrElse } from './extensions.ts';
import { gatherAll } from './gather.ts';
import { listMemberSpaces, listSpaces } from '#api/generated/sdk.gen.ts';
import type { Space } from '#api/generated/types.gen.ts';
import { currentUser } from './session.ts';

/** The spaces that somebody sees: all that the server lists, or those of this member where it has no list of all. */
export async function allSpaces(
  queryClient: QueryClient,
  organizationId: string,
  signal?: AbortSignal,
): Promise<Space[]> {
  const userId = currentUser()?.id;
  const more = { signal, throwOnError: true } as const;
  const listed = () =>
    gatherAll(async (query) => (await listSpaces({ path: { organizationId }, query, ...more })).data, {
      signal,
    });
  if (userId === undefined) return listed();
  return askOrElse(queryClient, 'listSpaces', listed, async () => {
    const path = { organizationId, userId };
    const own = await gatherAll(async (query) => (await listMemberSpaces({ path, query, ...more })).data, {
      signal,
    });
    return own.map(({ space }) => space);
  });
}

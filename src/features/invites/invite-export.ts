import { gatherAll } from '#src/api/gather.ts';
import { getCollection, getSpace, listLinkInvites } from '#src/api/generated/sdk.gen.ts';
import type { Invite, Organization } from '#src/api/generated/types.gen.ts';
import { openTool } from '#src/components/layout/open-tool.ts';
import { mapFew } from '#src/lib/map-few.ts';
import { targetOf } from './invite-list.ts';

/** The titles of what links lead to, by id; what the caller cannot see is left out. */
async function titlesOf(invites: readonly Invite[], signal: AbortSignal): Promise<Map<string, string>> {
  const found = await mapFew(invites, 4, async ({ space, collection }) => {
    if (space !== undefined) return (await getSpace({ path: { spaceId: space }, signal })).data;
    if (collection === undefined) return undefined;
    return (await getCollection({ path: { collectionId: collection }, signal })).data;
  });
  return new Map(found.flatMap((content) => (content ? [[content.id, content.title]] : [])));
}

/** Writes all invite links to a file, without the links themselves: whoever has one can join. */
export function exportInvites({ id, title }: Organization): void {
  openTool.set({
    kind: 'export',
    job: {
      title: `Invite links of ${title}`,
      noun: 'invite link',
      async gather(signal, onProgress) {
        const path = { organizationId: id };
        const invites = await gatherAll<Invite>(
          async (query) => (await listLinkInvites({ path, query, signal, throwOnError: true })).data,
          { signal, onProgress },
        );
        const titles = await titlesOf(invites, signal);
        return [
          ['leads to', 'role', 'redundant', 'id'],
          ...invites.map((invite) => [
            targetOf(invite, titles),
            invite.role,
            invite.redundant ? 'yes' : 'no',
            invite.id,
          ]),
        ];
      },
    },
  });
}

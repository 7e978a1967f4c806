import { getCollection, getSpace, listLinkInvites } from '#api/generated/sdk.gen.ts';
import type { Invite, Organization } from '#api/generated/types.gen.ts';
import { exportList } from '#src/components/bulk/export-list.ts';
import { mapLimit } from '#src/lib/arrays.ts';
import { readInvite } from './read-invite.ts';
import { targetLabel } from './targets.ts';

/** The titles of the linked spaces and collections by id, without those the caller cannot see. */
async function fetchTargetTitles(
  invites: readonly Invite[],
  signal: AbortSignal,
): Promise<Map<string, string>> {
  const inviteTargets = await mapLimit(invites, 4, async ({ space, collection }) => {
    if (space !== undefined) return (await getSpace({ path: { spaceId: space }, signal })).data;
    if (collection === undefined) return undefined;
    return (await getCollection({ path: { collectionId: collection }, signal })).data;
  });
  return new Map(inviteTargets.flatMap((content) => (content ? [[content.id, content.title]] : [])));
}

/** Exports all invite links without their URLs, because anyone with a URL can join. */
export function exportInvites({ id, title }: Organization): void {
  const path = { organizationId: id };
  exportList<Invite>({
    title: `Invite links of ${title}`,
    noun: 'invite link',
    fetchPage: async (query, signal) =>
      (await listLinkInvites({ path, query, signal, throwOnError: true })).data,
    headings: ['grants access to', 'role', 'redundant', 'id'],
    async toRows(invites, signal) {
      const read = invites.map(readInvite);
      const unnamed = read.flatMap(({ invite, title: known }) => (known === undefined ? [invite] : []));
      const titles = await fetchTargetTitles(unnamed, signal);
      return read.map(({ invite, title: known }) => [
        known ?? targetLabel(invite, titles),
        invite.role,
        invite.redundant ? 'yes' : 'no',
        invite.id,
      ]);
    },
  });
}

import { useQueries } from '@tanstack/react-query';
import { getCollectionOptions, getSpaceOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import type { Invite } from '#api/generated/types.gen.ts';
import { readInvite } from './read-invite.ts';
import { type NamedInvite, targetLabel } from './targets.ts';

/** Loads the titles of linked spaces and collections, one request each. Until then, a generic label is used. */
export function useInviteTargets(listed: readonly Invite[]): NamedInvite[] {
  const read = listed.map(readInvite);
  const invites = read.flatMap(({ invite, title }) => (title === undefined ? [invite] : []));
  const spaces = useQueries({
    queries: idsOf(invites, 'space').map((spaceId) => getSpaceOptions({ path: { spaceId } })),
  });
  const collections = useQueries({
    queries: idsOf(invites, 'collection').map((collectionId) =>
      getCollectionOptions({ path: { collectionId } }),
    ),
  });
  const titles = new Map(
    [...spaces, ...collections].flatMap(({ data }) => (data ? [[data.id, data.title]] : [])),
  );
  return read.map(({ invite, title }) => ({ invite, target: title ?? targetLabel(invite, titles) }));
}

const idsOf = (invites: readonly Invite[], kind: 'space' | 'collection') => [
  ...new Set(invites.map((invite) => invite[kind]).filter((id) => id !== undefined)),
];

import type { Invite } from '#api/generated/types.gen.ts';

export interface NamedInvite {
  invite: Invite;
  target: string;
}

/** The target in a sentence: “Handbook”, or the entire organization. */
export const targetInText = ({ invite, target }: NamedInvite): string =>
  invite.space === undefined && invite.collection === undefined ? 'the entire organization' : `“${target}”`;

/**
 * @param titles titles of spaces and collections by id
 */
export function targetLabel({ space, collection }: Invite, titles: ReadonlyMap<string, string>): string {
  if (space !== undefined) return titles.get(space) ?? 'A space';
  if (collection !== undefined) return titles.get(collection) ?? 'A collection';
  return 'Entire organization';
}

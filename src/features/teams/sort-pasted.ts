import type { Member } from '#api/generated/types.gen.ts';
import type { PastedPeople } from '#src/components/people/pasted-people.ts';

/** What would happen to everybody that a pasted text names. */
export interface SortedPeople {
  /** Members of the organization who are not in the team yet, each once. */
  toAdd: Member[];
  /** Those who are in it already. */
  present: Member[];
  /** Addresses and ids that no member has. */
  strangers: string[];
  /** Words that are no address. */
  rejected: string[];
  /** What stands in the text more than once. */
  repeated: string[];
}

/**
 * Sorts the people of a pasted text.
 *
 * @param members those who were recognised, by the key that names them
 * @param roster ids of everybody in the team
 */
export function sortPasted(
  { people, rejected, repeated }: PastedPeople,
  members: ReadonlyMap<string, Member>,
  roster: ReadonlySet<string>,
): SortedPeople {
  // One person may be named by address and by id.
  const recognised = new Map(
    people.flatMap((key) => {
      const member = members.get(key);
      return member ? [[member.id, member] as const] : [];
    }),
  );
  const known = [...recognised.values()];
  return {
    toAdd: known.filter(({ id }) => !roster.has(id)),
    present: known.filter(({ id }) => roster.has(id)),
    strangers: people.filter((key) => !members.has(key)),
    rejected,
    repeated,
  };
}

import type { Member } from '#api/generated/types.gen.ts';
import type { PastedPeople } from '#src/components/people/pasted-people.ts';

/** What would happen to everybody that a pasted text names. */
export interface ClassifiedPeople {
  /** Members of the organization who are not in the team yet, each once. */
  toAdd: Member[];
  /** Those who are in it already. */
  alreadyInTeam: Member[];
  /** Addresses and ids that no member has. */
  nonMembers: string[];
  /** Words that are no address. */
  rejected: string[];
  /** What stands in the text more than once. */
  repeated: string[];
}

/**
 * Sorts the people of a pasted text.
 *
 * @param members those who were recognised, by the key that names them
 * @memberIndex memberIndex ids of everybody in the team
 */
export function classifyPastedPeople(
  { people, rejected, repeated }: PastedPeople,
  members: ReadonlyMap<string, Member>,
  memberIndex: ReadonlySet<string>,
): ClassifiedPeople {
  // One person may be named by address and by id.
  const recognised = new Map(
    people.flatMap((key) => {
      const member = members.get(key);
      return member ? [[member.id, member] as const] : [];
    }),
  );
  const known = [...recognised.values()];
  return {
    toAdd: known.filter(({ id }) => !memberIndex.has(id)),
    alreadyInTeam: known.filter(({ id }) => memberIndex.has(id)),
    nonMembers: people.filter((key) => !members.has(key)),
    rejected,
    repeated,
  };
}

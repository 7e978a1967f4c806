import type { Member } from '#api/generated/types.gen.ts';
import type { PastedPeople } from '#src/domain/people/resolve-people.ts';

/** Pasted people, classified for adding to a team. */
export interface ClassifiedPeople {
  /** Organization members not in the team yet, without duplicates. */
  toAdd: Member[];
  alreadyInTeam: Member[];
  /** Email addresses and ids of non-members. */
  nonMembers: string[];
  /** Words that are not email addresses. */
  rejected: string[];
  /** Duplicates in the pasted text. */
  repeated: string[];
}

/**
 * @param members recognized members by key
 * @param roster ids of the team's members
 */
export function classifyPastedPeople(
  { people, rejected, repeated }: PastedPeople,
  members: ReadonlyMap<string, Member>,
  memberIndex: ReadonlySet<string>,
): ClassifiedPeople {
  // One person can be named by email address and by id.
  const recognized = new Map(
    people.flatMap((key) => {
      const member = members.get(key);
      return member ? [[member.id, member] as const] : [];
    }),
  );
  const recognizedPeople = [...recognized.values()];
  return {
    toAdd: recognizedPeople.filter(({ id }) => !memberIndex.has(id)),
    alreadyInTeam: recognizedPeople.filter(({ id }) => memberIndex.has(id)),
    nonMembers: people.filter((key) => !members.has(key)),
    rejected,
    repeated,
  };
}

import type { Invite } from '#api/generated/types.gen.ts';

/** The target of a link, as other servers send it: the space or collection itself instead of its id. */
interface Target {
  id: string;
  title?: string;
}

/** A link as other servers may send it, with the role under another name. */
type ListedInvite = Omit<Invite, 'role' | 'space' | 'collection'> & {
  space?: string | Target;
  collection?: string | Target;
} & ({ role: Invite['role'] } | { level: Invite['role'] });

export interface ReadInvite {
  invite: Invite;
  /** The title of the target, where the link has it. */
  title?: string | undefined;
}

export function readInvite({ space, collection, ...listed }: ListedInvite): ReadInvite {
  const { id, object, redundant, urls } = listed;
  const target = space ?? collection;
  return {
    invite: {
      object,
      id,
      role: 'level' in listed ? listed.level : listed.role,
      redundant,
      ...(space !== undefined && { space: idOf(space) }),
      ...(collection !== undefined && { collection: idOf(collection) }),
      ...(urls && { urls }),
    },
    ...(typeof target === 'object' && { title: target.title }),
  };
}

const idOf = (target: string | Target): string => (typeof target === 'string' ? target : target.id);

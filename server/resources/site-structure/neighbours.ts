import type { Actor } from '#server/access/actor.ts';
import { badValue, conflict, notFound } from '#server/errors.ts';
import type { RankedItem } from '#server/ordered-list.ts';
import { canViewSites } from '#server/sites/sites.policy.ts';

/** What a position can name, as it was found: it may stand in another site. */
export interface FoundPart extends RankedItem {
  site_id: string;
  organization_id: string;
}

/** The move that a position belongs to. */
export interface MoveQuestion<Part extends FoundPart> {
  actor: Actor;
  site: { id: string };
  movedId: string;
  /** What callers call a neighbour: "site section". */
  noun: string;
  /** Everything that was found with the ids of the position. */
  found: readonly Part[];
}

/**
 * The neighbour with an id, where a position names one: 404 for an unknown one, 409 for one of another site that the
 * caller can see, 400 for the moved thing itself.
 */
export function findNeighbour<Part extends FoundPart>(
  side: 'before' | 'after',
  id: string | undefined,
  { actor, site, movedId, noun, found }: MoveQuestion<Part>,
): Part | undefined {
  if (id === undefined) return undefined;
  if (id === movedId) throw badValue(`body.position.${side}`, 'is the moved item itself');
  const part = found.find((candidate) => candidate.id === id);
  if (!part || (part.site_id !== site.id && !seesSitesOf(actor, part.organization_id))) throw notFound(noun);
  if (part.site_id !== site.id)
    throw conflict(`The ${noun} that the position names is part of another site.`);
  return part;
}

function seesSitesOf(actor: Actor, organizationId: string): boolean {
  const membership = actor.membership(organizationId);
  return membership !== undefined && !membership.disabled && canViewSites(membership);
}

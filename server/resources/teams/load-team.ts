import type { Kysely } from 'kysely';
import { type Actor, type Membership, membershipOr404 } from '#server/access/actor.ts';
import type { Database } from '#server/database/schema.ts';
import { forbidden, notFound } from '#server/errors.ts';
import { canListTeams } from './teams.policy.ts';
import { findTeam, type TeamRow } from './teams.queries.ts';

/** The caller's place in an organization whose teams the caller may see: 404 for strangers, 403 for guests. */
export function teamViewer(actor: Actor, organizationId: string): Membership {
  const viewer = membershipOr404(actor, organizationId);
  if (!canListTeams(viewer))
    throw forbidden('Guests of this organization do not have the permission "listTeams".');
  return viewer;
}

/** A team that the caller may see, with the caller's place in its organization. */
export async function loadTeam(
  db: Kysely<Database>,
  actor: Actor,
  path: { organizationId: string; teamId: string },
): Promise<{ row: TeamRow; viewer: Membership }> {
  const viewer = teamViewer(actor, path.organizationId);
  const row = await findTeam(db, path.organizationId, path.teamId);
  if (!row) throw notFound('team');
  return { row, viewer };
}

import type { Kysely } from 'kysely';
import type { Actor } from '#server/access/actor.ts';
import { levelOf } from '#server/access/roles.ts';
import type { Database } from '#server/database/schema.ts';
import { badValue, notFound } from '#server/errors.ts';
import type { InviteCreate } from '#api/generated/types.gen.ts';
import { loadCollection } from '#server/content-tree/arranging.ts';
import { loadSpace } from '../spaces/load-content.ts';
import type { NewInvite } from './invites.queries.ts';

/**
 * What a request invites to: `role` to the organization, or `level` to one `space` or `collection`. Throws 400 where the
 * parts do not fit together.
 */
export function readInvite(body: InviteCreate): Pick<NewInvite, 'role' | 'content'> {
  const { role, level, space, collection } = body;
  if (space !== undefined && collection !== undefined) {
    throw badValue('body.collection', 'cannot be given together with a space');
  }
  if (space === undefined && collection === undefined) {
    if (level !== undefined) throw badValue('body.level', 'needs a space or a collection');
    if (role === undefined) throw badValue('body.role', 'is required');
    return { role: levelOf(role), content: null };
  }
  if (role !== undefined) throw badValue('body.role', 'is for the whole organization; give a level instead');
  if (level === undefined) throw badValue('body.level', 'is required');
  const content =
    space === undefined
      ? ({ kind: 'collection', id: collection ?? '' } as const)
      : ({ kind: 'space', id: space } as const);
  return { role: levelOf(level), content };
}

/** Throws 404 where the content that an invite names is not in the organization. */
export async function requireContent(
  db: Kysely<Database>,
  actor: Actor,
  organizationId: string,
  content: NewInvite['content'],
): Promise<void> {
  if (content === null) return;
  const load = content.kind === 'space' ? loadSpace : loadCollection;
  const { row } = await load(db, actor, content.id);
  if (row.organization_id !== organizationId) throw notFound(content.kind);
}

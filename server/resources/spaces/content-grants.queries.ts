import { sql, type Transaction } from 'kysely';
import { ADMINISTRATOR_LEVEL } from '#server/access/content-level.ts';
import { newId } from '#server/database/ids.ts';
import type { Database } from '#server/database/schema.ts';
import { type ContentViewer, levelOn } from './spaces.access.ts';

/** A space or collection. */
export interface GrantTarget {
  kind: 'space' | 'collection';
  id: string;
  organizationId: string;
}

/**
 * Makes sure that a member has at least `level` on content after a change that the member made: with a grant to the
 * member where the change took something away. Nobody locks themselves out by creating, changing or moving something.
 */
export async function keepAccess(
  trx: Transaction<Database>,
  viewer: ContentViewer,
  target: GrantTarget,
  level: number,
): Promise<void> {
  if (viewer.role === ADMINISTRATOR_LEVEL) return;
  const table = target.kind === 'space' ? 'spaces' : 'collections';
  const { rows } = await sql<{ level: number }>`
    select ${levelOn(viewer, table)} as level from ${sql.table(table)} where id = ${target.id}`.execute(trx);
  if ((rows[0]?.level ?? level) >= level) return;
  await trx
    .insertInto('grants')
    .values({
      id: newId(),
      organization_id: target.organizationId,
      content_kind: target.kind,
      content_id: target.id,
      user_id: viewer.userId,
      team_id: null,
      level,
    })
    .onConflict((conflict) =>
      conflict.columns(['content_id', 'user_id']).where('user_id', 'is not', null).doUpdateSet({ level }),
    )
    .execute();
}

/** Takes away all that was given out for content: grants and invite links. */
export async function dropGrants(trx: Transaction<Database>, contentIds: string[]): Promise<void> {
  await trx.deleteFrom('grants').where('content_id', 'in', contentIds).execute();
  await trx.deleteFrom('link_invites').where('content_id', 'in', contentIds).execute();
}

/** Gives on a copy what was given on the original. */
export async function copyGrants(trx: Transaction<Database>, fromId: string, toId: string): Promise<void> {
  const grants = await trx
    .selectFrom('grants')
    .select(['organization_id', 'content_kind', 'user_id', 'team_id', 'level'])
    .where('content_id', '=', fromId)
    .execute();
  if (grants.length === 0) return;
  const copies = grants.map((grant) => ({ ...grant, id: newId(), content_id: toId }));
  await trx.insertInto('grants').values(copies).execute();
}

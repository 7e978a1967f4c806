import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import type { CommentReaction } from '#api/generated/types.gen.ts';
import { toUserView } from '#server/access/users.view.ts';

/** The column that names what was reacted to. */
export type ReactedTo = 'comment_id' | 'reply_id';

/** The reactions to some comments or replies, in one query; each emoji stands where it was first used. */
export async function readReactions(
  db: Kysely<Database>,
  kind: ReactedTo,
  ids: readonly string[],
): Promise<(id: string) => CommentReaction[]> {
  const found = new Map<string, Map<string, CommentReaction>>();
  if (ids.length === 0) return () => [];
  const rows = await db
    .selectFrom('comment_reactions as r')
    .innerJoin('users', 'users.id', 'r.user_id')
    .select(['r.emoji', 'r.reacted_at', 'users.id', 'users.display_name', 'users.email', 'users.photo_url'])
    .select(sql<string>`${sql.ref(`r.${kind}`)}`.as('reacted_to'))
    .where(sql<boolean>`${sql.ref(`r.${kind}`)} = any(${ids}::text[])`)
    .orderBy('r.reacted_at')
    .orderBy('users.id')
    .execute();
  for (const { reacted_to, emoji, reacted_at, ...user } of rows) {
    const reactions = found.get(reacted_to) ?? new Map<string, CommentReaction>();
    found.set(reacted_to, reactions);
    const reaction = reactions.get(emoji) ?? { emoji, count: 0, users: [] };
    reactions.set(emoji, reaction);
    reaction.count += 1;
    reaction.users.push({ user: toUserView(user), reactedAt: reacted_at.toISOString() });
  }
  return (id) => [...(found.get(id)?.values() ?? [])];
}

/** Which reactions of a user come and go. */
export interface ReactionChanges {
  added: readonly string[];
  removed: readonly string[];
}

/** Adds and takes back reactions of a user; what is there already or not there stays so. An emoji in both lists goes. */
export async function changeReactions(
  trx: Transaction<Database>,
  { kind, id, userId }: { kind: ReactedTo; id: string; userId: string },
  { added, removed }: ReactionChanges,
  now: Date,
): Promise<void> {
  const place = { comment_id: null, reply_id: null, [kind]: id };
  const rows = [...new Set(added)].map((emoji) => ({ ...place, emoji, user_id: userId, reacted_at: now }));
  if (rows.length > 0) {
    await trx
      .insertInto('comment_reactions')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  if (removed.length === 0) return;
  await trx
    .deleteFrom('comment_reactions')
    .where(kind, '=', id)
    .where('user_id', '=', userId)
    .where(sql<boolean>`emoji = any(${removed}::text[])`)
    .execute();
}

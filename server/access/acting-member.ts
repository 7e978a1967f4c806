import type { Kysely } from 'kysely';
import type { Database } from '#server/database/tables/schema.ts';
import { Actor } from './actor.ts';
import { findMembership } from './membership.queries.ts';

/**
 * A person for whom the server does later what they asked for, with what they may do now in this organization. Undefined where
 * they are no member any more.
 */
export async function findActingMember(
  db: Kysely<Database>,
  organizationId: string,
  userId: string | null,
): Promise<Actor | undefined> {
  const user =
    userId === null
      ? undefined
      : await db
          .selectFrom('users')
          .select(['id', 'display_name as displayName', 'email', 'photo_url as photoURL'])
          .where('id', '=', userId)
          .executeTakeFirst();
  const membership = user && (await findMembership(db, organizationId, user.id));
  return (
    membership &&
    new Actor({
      isOperator: false,
      user,
      tokenId: '',
      sessionId: null,
      ssoOrganizationId: null,
      credential: { kind: 'session', method: null, createdAt: new Date(), limitedTo: null },
      memberships: [membership],
      notOpen: new Map(),
    })
  );
}

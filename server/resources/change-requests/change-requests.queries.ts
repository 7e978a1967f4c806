import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import type { ChangeRequestStatus } from '#api/generated/types.gen.ts';

/** The space revision that a change request is based on. */
export const baseRevision = sql<string>`coalesce(change_requests.revision_merged_ancestor, change_requests.revision_initial)`;

/** Base query, with the creator's account. */
export function selectChangeRequests(db: Kysely<Database>) {
  return db
    .selectFrom('change_requests')
    .innerJoin('spaces', 'spaces.id', 'change_requests.space_id')
    .leftJoin('users', 'users.id', 'change_requests.created_by')
    .select([
      'change_requests.id',
      'change_requests.organization_id',
      'change_requests.space_id',
      'change_requests.number',
      'change_requests.subject',
      'change_requests.created_by',
      'change_requests.revision_id',
      'change_requests.revision_initial',
      'change_requests.revision_merged_ancestor',
      'change_requests.revision_merged',
      'change_requests.comments_open',
      'change_requests.created_at',
      'change_requests.updated_at',
      'spaces.revision_id as space_revision_id',
      'users.display_name',
      'users.email',
      'users.photo_url',
    ])
    .select((column) => [
      column.ref('change_requests.status').$castTo<ChangeRequestStatus>().as('status'),
      baseRevision.as('base_revision_id'),
    ]);
}

export type ChangeRequestRow = Awaited<
  ReturnType<ReturnType<typeof selectChangeRequests>['executeTakeFirstOrThrow']>
>;

/** Larger numbers cannot be stored. */
const NUMBER = /^[1-9]\d{0,8}$/;

export function findChangeRequest(
  db: Kysely<Database>,
  spaceId: string,
  idOrNumber: string,
): Promise<ChangeRequestRow | undefined> {
  const query = selectChangeRequests(db).where('change_requests.space_id', '=', spaceId);
  const named = NUMBER.test(idOrNumber)
    ? query.where('change_requests.number', '=', Number(idOrNumber))
    : query.where('change_requests.id', '=', idOrNumber);
  return named.executeTakeFirst();
}

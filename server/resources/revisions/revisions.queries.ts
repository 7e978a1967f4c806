import type { Kysely } from 'kysely';
import type { RevisionGit, RevisionType } from '#api/generated/types.gen.ts';
import type { Database } from '#server/database/tables/schema.ts';

/** The revisions of a space itself, without their content, each with the change request that it merged. */
export function selectSummaries(db: Kysely<Database>, spaceId: string) {
  return db
    .selectFrom('revisions')
    .leftJoin('users', 'users.id', 'revisions.created_by')
    .leftJoin('change_requests as merged', (join) =>
      join
        .on('merged.space_id', '=', spaceId)
        .on('merged.status', '=', 'merged')
        .onRef('merged.revision_merged', '=', 'revisions.id'),
    )
    .where('revisions.space_id', '=', spaceId)
    .where('revisions.change_request_id', 'is', null)
    .select(['revisions.id', 'revisions.message', 'revisions.created_at', 'revisions.created_by'])
    .select(['users.display_name', 'users.email', 'users.photo_url'])
    .select(['merged.id as merged_id', 'merged.number as merged_number', 'merged.subject as merged_subject'])
    .select((column) => column.ref('revisions.type').$castTo<RevisionType>().as('type'))
    .select((column) => column.ref('revisions.git').$castTo<RevisionGit | null>().as('git'));
}

export type RevisionSummaryRow = Awaited<
  ReturnType<ReturnType<typeof selectSummaries>['executeTakeFirstOrThrow']>
>;

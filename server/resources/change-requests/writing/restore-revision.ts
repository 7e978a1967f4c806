import type { Transaction } from 'kysely';
import { conflict, notFound } from '#server/base/errors.ts';
import { findRevision } from '#server/content/stored/revisions.ts';
import { lockChangeRequest, lockSpaceContent, writeRevision } from '#server/content/stored/write-revision.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { addChangeRequest, type ChangeContext } from '../change-request-changes.ts';

/** The revision of a space that is brought back. */
interface RestoredRevision {
  spaceId: string;
  revisionId: string;
}

/**
 * Creates a draft with the content of an earlier revision; returns its id. It is based on the current one, so that its
 * changes are all that differs. 404 for revisions that the space itself never had, 409 for the current one.
 */
export async function restoreRevision(
  trx: Transaction<Database>,
  { spaceId, revisionId }: RestoredRevision,
  context: ChangeContext,
): Promise<string> {
  const space = await lockSpaceContent(trx, spaceId);
  const revision = await findRevision(trx, spaceId, revisionId);
  if (!revision || revision.changeRequestId !== null) throw notFound('revision');
  if (revision.id === space.revision_id) throw conflict('This is the current revision of the space.');
  const time = `${revision.createdAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const subject = `Bring back the version of ${time}`;
  const id = await addChangeRequest(trx, spaceId, { subject, action: 'restoreRevision' }, context);
  await writeRevision(trx, {
    target: { changeRequest: await lockChangeRequest(trx, id) },
    type: 'edits',
    content: revision,
    texts: [],
    ...context,
    audit: {
      action: 'editChangeRequestContent',
      summary: `Brought back the version of ${time} in a new change request.`,
    },
  });
  return id;
}

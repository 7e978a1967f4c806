import type { Transaction } from 'kysely';
import { badValue } from '#server/base/errors.ts';
import { findPage } from '#server/content/pages/page-tree.ts';
import { findRevisions, getRevision } from '#server/content/stored/revisions.ts';
import { lockSpaceContent } from '#server/content/stored/write-revision.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { addChangeRequest, type ChangeContext } from '../change-request-changes.ts';

/** Of so many drafts of a person, the latest, it is known which pages they have. */
const MAX_DRAFTS = 10;
/** Characters of a subject. */
export const MAX_SUBJECT_LENGTH = 100;

/**
 * The caller's latest draft in a space that has a page; without one, a new draft named after the page. Returns its id; 400
 * where there is no such page.
 */
export async function openDraft(
  trx: Transaction<Database>,
  { spaceId, pageId }: { spaceId: string; pageId: string | undefined },
  context: ChangeContext,
): Promise<string> {
  // Two of these at once open one draft.
  const space = await lockSpaceContent(trx, spaceId);
  const drafts = await trx
    .selectFrom('change_requests')
    .select(['id', 'revision_id'])
    .where('space_id', '=', spaceId)
    .where('created_by', '=', context.actor.user.id)
    .where('status', '=', 'draft')
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_DRAFTS)
    .execute();
  const [latest] = drafts;
  const action = 'openDraft';
  if (pageId === undefined)
    return latest?.id ?? addChangeRequest(trx, spaceId, { subject: '', action }, context);
  if (latest) {
    const ids = drafts.map(({ revision_id: id }) => id);
    const revisions = await findRevisions(trx, spaceId, ids);
    const draft = drafts.find(({ revision_id: id }) => findPage(revisions.get(id)?.pages ?? [], pageId));
    if (draft) return draft.id;
  }
  const page = findPage((await getRevision(trx, spaceId, space.revision_id)).pages, pageId);
  if (!page) throw badValue('body.page', 'is not a page of this content');
  return addChangeRequest(trx, spaceId, { subject: shortenSubject(page.title), action }, context);
}

/** A text that is no longer than subjects may be. */
export function shortenSubject(text: string): string {
  const characters = [...text];
  if (characters.length <= MAX_SUBJECT_LENGTH) return text;
  return `${characters.slice(0, MAX_SUBJECT_LENGTH - 1).join('')}…`;
}

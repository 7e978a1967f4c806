import { sql } from 'kysely';
import type { StructureDraft } from '#api/generated/types.gen.ts';
import { visibleSpaces } from '#server/access/content-access.ts';
import { requireSiteMember, type SiteRequest } from '#server/sites/load-site.ts';
import { spacesOf } from './draft-steps.ts';
import { findDraft, listDraftChanges } from './drafts.queries.ts';
import { toDraftView } from './drafts.rules.ts';

/** The draft of a site with its people and spaces. */
export async function viewDraft(
  request: Pick<SiteRequest, 'actor' | 'db' | 'params'>,
): Promise<StructureDraft> {
  const { db, params } = request;
  const { siteId, organizationId } = params;
  const [draft, changes] = await Promise.all([findDraft(db, siteId), listDraftChanges(db, siteId)]);
  const ids = new Set([
    draft.scheduled_by,
    ...changes.map(({ created_by }) => created_by),
    ...draft.approvals.map(({ userId }) => userId),
  ]);
  const people = [...ids].flatMap((id) => id ?? []);
  const authors = await db
    .selectFrom('users')
    .select(['id', 'display_name', 'email', 'photo_url'])
    .where('id', '=', sql<string>`any(${people}::text[])`)
    .execute();
  const spaceIds = new Set(changes.flatMap(({ steps }) => steps.flatMap(spacesOf)));
  const spaces = await visibleSpaces(db, requireSiteMember(request), organizationId)
    .select(['spaces.id', 'spaces.title', 'spaces.emoji'])
    .where('spaces.id', '=', sql<string>`any(${[...spaceIds]}::text[])`)
    .orderBy('spaces.id')
    .execute();
  return toDraftView(draft, changes, {
    authors: new Map(authors.map((author) => [author.id, author])),
    spaces,
  });
}

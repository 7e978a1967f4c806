import { type Kysely, sql } from 'kysely';
import { newId } from '#server/base/ids.ts';
import type { Database } from '#server/database/tables/schema.ts';
import type { TextPreview } from '../html/text-preview.ts';

/** How long the preview of an unsaved text can be opened. */
export const PAGE_PREVIEW_TTL_MS = 10 * 60_000;

/** A person has so many; each further one takes the place of the oldest. Two tabs each show one and load the next. */
const MAX_PREVIEWS = 6;

/** Stores a preview of a person, in place of their older ones; returns its id. */
export async function addPagePreview(
  db: Kysely<Database>,
  userId: string,
  { html, lines }: TextPreview,
  now: Date,
): Promise<string> {
  const id = newId();
  await sql`
    with superseded as (
      delete from page_previews where id in (
        select id from page_previews where user_id = ${userId}
        order by created_at desc, id desc offset ${MAX_PREVIEWS - 1}::integer))
    insert into page_previews (id, user_id, html, lines, created_at)
    values (${id}, ${userId}, ${JSON.stringify(html)}, ${lines}::integer[], ${now})`.execute(db);
  return id;
}

/** Undefined where it is not theirs, is too old, or newer ones have taken its place. */
export async function findPagePreview(
  db: Kysely<Database>,
  { id, userId }: { id: string; userId: string },
  now: Date,
): Promise<TextPreview | undefined> {
  const row = await db
    .selectFrom('page_previews')
    .select(['html', 'lines'])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('created_at', '>', expiredAt(now))
    .executeTakeFirst();
  return row && { html: JSON.parse(row.html), lines: row.lines };
}

export async function deleteOldPagePreviews(db: Kysely<Database>, now: Date): Promise<void> {
  await db.deleteFrom('page_previews').where('created_at', '<=', expiredAt(now)).execute();
}

function expiredAt(now: Date): Date {
  return new Date(now.getTime() - PAGE_PREVIEW_TTL_MS);
}

import { sql, type Transaction } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import type { DocumentSection } from '../links/parse-document.ts';
import { loadSections } from '../links/parsed-texts.ts';
import { hashId, type StoredPage } from '../storage.ts';
import { toLexemes } from './lexemes.ts';

export interface SpacePages {
  spaceId: string;
  pages: readonly StoredPage[];
}

interface Entry {
  spaceId: string;
  page: StoredPage;
  fingerprint: string;
}

/** How many pages are written per statement. */
const BATCH_SIZE = 1000;

/** Makes the index contain exactly these pages of these spaces; unchanged pages are not written. */
export async function writeSearchPages(
  trx: Transaction<Database>,
  spaces: readonly SpacePages[],
): Promise<void> {
  const entries = spaces.flatMap(({ spaceId, pages }) =>
    pages.map((page) => ({ spaceId, page, fingerprint: fingerprintOf(page) })),
  );
  const present = await trx
    .selectFrom('search_pages')
    .select(['space_id', 'page_id', 'fingerprint'])
    .where('space_id', '=', sql<string>`any(${spaces.map(({ spaceId }) => spaceId)}::text[])`)
    .execute();
  const wanted = new Set(entries.map(({ spaceId, page }) => `${spaceId}/${page.id}`));
  const gone = present.filter((row) => !wanted.has(`${row.space_id}/${row.page_id}`));
  if (gone.length > 0) {
    await sql`
      delete from search_pages using unnest(
        ${gone.map((row) => row.space_id)}::text[], ${gone.map((row) => row.page_id)}::text[]) as gone (space_id, page_id)
      where search_pages.space_id = gone.space_id and search_pages.page_id = gone.page_id`.execute(trx);
  }
  const same = new Set(present.map((row) => `${row.space_id}/${row.page_id}/${row.fingerprint}`));
  const changed = entries.filter(
    ({ spaceId, page, fingerprint }) => !same.has(`${spaceId}/${page.id}/${fingerprint}`),
  );
  for (let start = 0; start < changed.length; start += BATCH_SIZE) {
    await writeEntries(trx, changed.slice(start, start + BATCH_SIZE));
  }
}

/** Changes whenever the index row of a page changes. */
function fingerprintOf({ title, description, path, documentId }: StoredPage): string {
  return hashId(JSON.stringify([title, description, path, documentId]), 12);
}

async function writeEntries(trx: Transaction<Database>, entries: readonly Entry[]): Promise<void> {
  const documents = entries.flatMap(({ page }) => (page.documentId === undefined ? [] : [page.documentId]));
  const sections = await loadSections(trx, documents);
  const rows = entries.map(({ spaceId, page, fingerprint }) => ({
    space_id: spaceId,
    page_id: page.id,
    document_id: page.documentId,
    title: page.title,
    path: page.path,
    fingerprint,
    words: pageLexemes(page, sections.get(page.documentId ?? '') ?? []),
  }));
  await sql`
    insert into search_pages (space_id, page_id, document_id, title, path, fingerprint, words)
    select space_id, page_id, document_id, title, path, fingerprint, words::tsvector
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as page (space_id text, page_id text, document_id text,
      title text, path text, fingerprint text, words text)
    on conflict (space_id, page_id) do update
    set document_id = excluded.document_id, title = excluded.title, path = excluded.path,
      fingerprint = excluded.fingerprint, words = excluded.words`.execute(trx);
}

function pageLexemes(page: StoredPage, sections: readonly DocumentSection[]): string {
  return toLexemes([
    { text: page.title, weight: 'A' },
    { text: page.description ?? '', weight: 'C' },
    ...sections.flatMap(({ title, body }) => [
      { text: title, weight: 'B' as const },
      { text: body, weight: 'D' as const },
    ]),
  ]);
}

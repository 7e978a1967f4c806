import { type Kysely, sql } from 'kysely';
import { SharedWork } from '#server/base/shared-work.ts';
import { isReadOnly } from '#server/database/engine/transaction.ts';
import type { Database } from '#server/database/tables/schema.ts';
import type { TextHtml, PackedReference } from '#server/database/tables/stored-texts.ts';
import { escapeHtml } from '../../html/escape.ts';
import { HTML_VERSION, type TextLabels } from '../../html/text-html.ts';
import type { ReferencePart } from '../../pages/reference-part.ts';
import { hashId } from '../../pages/storage.ts';
import { type ReferenceHtml, toReferenceHtml, unpackReference } from '../../reference/packed-reference.ts';
import type { ReferenceLabels } from '../../reference/reference-labels.ts';
import { runTask, TaskLimitError } from '../../tasks/run-task.ts';
import { loadText } from '../revisions.ts';
import { getTextHtml } from '../stored-html.ts';
import { loadSpecDocuments } from './spec-page.ts';

/** Increase this when the same specification is written differently; references are then written anew. */
const REFERENCE_VERSION = 3;

/** References being written: later callers wait for the same result. */
const pending = new SharedWork<PackedReference>();

/** The words of an API reference and the texts in it. */
export interface ReferenceTexts {
  /** A language of the reader. */
  language: string;
  labels: ReferenceLabels;
  textLabels: TextLabels;
}

/** A page with an API reference. */
export interface ReferencePage {
  organizationId: string;
  /** Of the specification. */
  versionId: string;
  /** The text by people; undefined without one. */
  documentId: string | undefined;
  texts: ReferenceTexts;
  withDefinitions: boolean;
  /** Of several pages the one that is shown. */
  part?: ReferencePart | undefined;
}

function findReference(
  db: Kysely<Database>,
  { versionId, documentId = '', texts, withDefinitions, part }: ReferencePage,
  digest: string,
): Promise<PackedReference | undefined> {
  return db
    .selectFrom('api_references')
    .select(['html', 'length', 'gaps', 'headings'])
    .where('version_id', '=', versionId)
    .where('document_id', '=', documentId)
    .where('language', '=', texts.language)
    .where('with_definitions', '=', withDefinitions)
    .where('part', '=', part?.key ?? '')
    .where('digest', '=', digest)
    .executeTakeFirst();
}

/** Of how references are written: another one where a release does it differently. */
export function referenceRelease(texts: readonly ReferenceTexts[]): string {
  return hashId(JSON.stringify([texts, REFERENCE_VERSION, HTML_VERSION]), 32);
}

/** Of what a reference is written from. */
function digestOf({ versionId, documentId, texts, withDefinitions, part }: ReferencePage): string {
  const { labels, textLabels } = texts;
  const source = [
    versionId,
    documentId,
    labels,
    textLabels,
    withDefinitions,
    part,
    REFERENCE_VERSION,
    HTML_VERSION,
  ];
  return hashId(JSON.stringify(source), 32);
}

/**
 * The stored HTML of a page with an API reference. One that is not stored yet is written in a task process,
 * because a short specification can make a long page. If none can be shown in time, it is the text by people
 * and a sentence that says so.
 */
export async function getReference(db: Kysely<Database>, page: ReferencePage): Promise<ReferenceHtml> {
  try {
    return await unpackReference(await findOrWrite(db, page));
  } catch (error) {
    if (!(error instanceof TaskLimitError)) throw error;
    const { labels, textLabels } = page.texts;
    const html = await getTextHtml(await loadText(db, page), page.organizationId);
    return toReferenceHtml(withFailure(html, labels.apiFailed), textLabels);
  }
}

/** Stores what {@link getReference} returns, so that no reader waits for it. Throws `TaskLimitError`. */
export async function prepareReference(db: Kysely<Database>, page: ReferencePage): Promise<void> {
  const { versionId, documentId = '', texts, withDefinitions, part } = page;
  const storedDigest = await db
    .selectFrom('api_references')
    .select('digest')
    .where('version_id', '=', versionId)
    .where('document_id', '=', documentId)
    .where('language', '=', texts.language)
    .where('with_definitions', '=', withDefinitions)
    .where('part', '=', part?.key ?? '')
    .executeTakeFirst();
  if (storedDigest?.digest !== digestOf(page)) await findOrWrite(db, page);
}

async function findOrWrite(db: Kysely<Database>, page: ReferencePage): Promise<PackedReference> {
  const digest = digestOf(page);
  const reference = await findReference(db, page, digest);
  if (reference) return reference;
  return pending.run(digest, () => write(db, page, digest));
}

async function write(db: Kysely<Database>, page: ReferencePage, digest: string): Promise<PackedReference> {
  const { organizationId, versionId, texts, withDefinitions, part } = page;
  const markdown = await loadText(db, page);
  const specification = (await loadSpecDocuments(db, versionId)) ?? '{}';
  const { labels, textLabels } = texts;
  const input = { markdown, specification, labels, textLabels, withDefinitions, part };
  const reference = await runTask('writeReference', input, { organizationId });
  if (!isReadOnly(db)) await storeReference(db, page, digest, reference);
  return reference;
}

/** A version deleted in between has no row. */
async function storeReference(
  db: Kysely<Database>,
  { versionId, documentId = '', texts, withDefinitions, part }: ReferencePage,
  digest: string,
  { html, length, gaps, headings }: PackedReference,
): Promise<void> {
  await sql`
    insert into api_references
      (version_id, document_id, language, with_definitions, part, digest, html, length, gaps, headings)
    select id, ${documentId}, ${texts.language}, ${withDefinitions}, ${part?.key ?? ''}, ${digest}, ${Buffer.from(html)}, ${length}::integer,
      ${JSON.stringify(gaps)}::json, ${JSON.stringify(headings)}::json
    from api_spec_versions where id = ${versionId}
    on conflict (version_id, document_id, language, with_definitions, part) do update
    set digest = excluded.digest, html = excluded.html, length = excluded.length, gaps = excluded.gaps,
      headings = excluded.headings, created_at = excluded.created_at`.execute(db);
}

const DAY_MS = 24 * 60 * 60_000;

/**
 * Deletes references that no page shows any more: of earlier versions, and, after a day, with texts that are in no current
 * revision. Previews have those written anew.
 */
export async function deleteUnusedReferences(db: Kysely<Database>, now: Date): Promise<void> {
  await sql`
    delete from api_references
    where not exists (select from api_specs where api_specs.last_version_id = api_references.version_id)
      or (
        created_at < ${new Date(now.getTime() - DAY_MS)}
        and part = '' and document_id not in (select coalesce(document_id, '') from search_pages where spec is not null)
      )`.execute(db);
}

function withFailure({ parts, headings }: TextHtml, message: string): TextHtml {
  const notice = `<aside class="callout warning" role="note" data-kind="warning"><p>${escapeHtml(message)}</p></aside>`;
  return { parts: [...parts, notice], headings };
}

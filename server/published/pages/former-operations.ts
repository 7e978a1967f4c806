import { type Kysely, sql } from 'kysely';
import { flattenPages } from '#server/content/pages/page-tree.ts';
import type { StoredPage } from '#server/content/pages/storage.ts';
import { specOf, withReferencePages } from '#server/content/specifications/reference-pages.ts';
import { loadOutlines } from '#server/content/stored/references/spec-page.ts';
import type { Database } from '#server/database/tables/schema.ts';
import type { ReaderContent, ReaderEntry } from '../visit/reader-content.ts';

/** Earlier versions of a specification whose pages still lead on. */
const MAX_VERSIONS = 20;

/**
 * The page that shows what a page of an API reference showed in an earlier version of its specification: the one with the
 * first of its operations that is left, else the first page of the reference.
 */
export async function findFormerOperation(
  db: Kysely<Database>,
  organizationId: string,
  content: ReaderContent,
  path: string,
): Promise<ReaderEntry | undefined> {
  const root = content.entries
    .filter(({ page }) => isFirstPage(page) && path.startsWith(`${page.path}/`))
    .toSorted((a, b) => b.page.path.length - a.page.path.length)[0];
  const slug = root && specOf(root.page);
  const current = slug === undefined ? undefined : content.specVersions.get(slug);
  if (!root || slug === undefined || current === undefined) return undefined;
  for (const version of await listEarlierVersions(db, current)) {
    const outlines = await loadOutlines(db, organizationId, new Map([[slug, version]]));
    const { reference: _reference, ...stored } = root.page;
    const tree = withReferencePages([{ ...stored, pages: [] }], { outlines, withSchemas: true });
    const former = flattenPages(tree).find((page) => page.path === path);
    if (former) return successorOf(content, root, former);
  }
  return undefined;
}

/** Of a reference, which may be one page by now. */
function isFirstPage(page: StoredPage): boolean {
  return specOf(page) !== undefined && (page.reference === undefined || page.reference.root === page.id);
}

/** Those with outlines, the newest first. */
async function listEarlierVersions(db: Kysely<Database>, current: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select version.id from api_spec_versions version
    join api_spec_versions latest on latest.api_spec_id = version.api_spec_id
    where latest.id = ${current} and version.id <> latest.id and version.outline is not null
    order by version.created_at desc, version.id desc limit ${MAX_VERSIONS}::int`.execute(db);
  return rows.map(({ id }) => id);
}

function successorOf(content: ReaderContent, root: ReaderEntry, former: StoredPage): ReaderEntry {
  const part = former.reference?.part;
  const operations = content.operations.get(root.page.id);
  const anchors = part?.kind === 'operations' ? part.anchors : [];
  return anchors.map((anchor) => operations?.get(anchor)).find((entry) => entry !== undefined) ?? root;
}

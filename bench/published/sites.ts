/** The published sites that are measured, written directly to the database. */
import type { Kysely } from 'kysely';
import { newId, randomText } from '../../server/base/ids.ts';
import { withPaths } from '../../server/content/pages/page-tree.ts';
import { documentIdOf, type StoredPage } from '../../server/content/pages/storage.ts';
import { indexSpace } from '../../server/content/stored/index-space.ts';
import { addRevision, storeTexts } from '../../server/content/stored/revisions.ts';
import { loadTextHtml } from '../../server/content/stored/stored-html.ts';
import { inTransaction } from '../../server/database/engine/transaction.ts';
import type { Database } from '../../server/database/tables/schema.ts';
import { largeSpecification } from './specification.ts';
import { longText, plainText, randomNumbers, title } from './words.ts';

export interface SiteSizes {
  /** Spaces of the large site, each in a section, and the pages of each. */
  spaces: number;
  pagesPerSpace: number;
  /** Characters of a long page. */
  longPage: number;
  /** Operations of a large API specification. */
  operations: number;
}

/** Paths of what is measured. */
export interface MeasuredSites {
  /** A plain page of a site of 50 pages. */
  plain: string;
  /** A long page of the same site. */
  long: string;
  /** The large site, with a trailing slash. */
  large: string;
  /** A page with an API specification of one operation, and one with a large one. */
  operation: string;
  reference: string;
}

const PAGES_PER_GROUP = 10;
const PLAIN_PAGES = 49;

/** Three sites of one organization: one of 50 pages, one of which is long, a large one, and one with API references. */
export async function writeSites(db: Kysely<Database>, sizes: SiteSizes): Promise<MeasuredSites> {
  const organization = newId();
  await db.insertInto('organizations').values({ id: organization, title: 'Measured Press' }).execute();
  const random = randomNumbers(1);
  const texts = (count: number) => Array.from({ length: count }, () => plainText(random));
  const [first = '', ...others] = texts(PLAIN_PAGES);
  const small = await writeSite(db, organization, [[first, longText(random, sizes.longPage), ...others]]);
  const large = await writeSite(
    db,
    organization,
    Array.from({ length: sizes.spaces }, () => texts(sizes.pagesPerSpace)),
  );
  const specs = [1, sizes.operations].map((operations) => ({ slug: `api-${operations}`, operations }));
  for (const { slug, operations } of specs) {
    await writeSpecification(db, organization, slug, largeSpecification(operations));
  }
  const slugs = specs.map(({ slug }) => slug);
  const references = await writeSite(db, organization, [texts(PAGES_PER_GROUP)], slugs);
  return {
    plain: `${small}page-0/page-2`,
    long: `${small}page-0/page-1`,
    large,
    operation: references,
    reference: `${references}page-0/page-1`,
  };
}

async function writeSpecification(
  db: Kysely<Database>,
  organization: string,
  slug: string,
  document: object,
): Promise<void> {
  const [id, versionId] = [newId(), newId()];
  await db
    .insertInto('api_specs')
    .values({
      id,
      organization_id: organization,
      slug,
      last_version_id: versionId,
      source_url: null,
      source_text: '{}',
      last_processed_at: null,
      last_process_error_code: null,
    })
    .execute();
  const filesystem = JSON.stringify({ 'openapi.json': document });
  await db
    .insertInto('api_spec_versions')
    .values({ id: versionId, api_spec_id: id, content_hash: versionId, filesystem })
    .execute();
}

/**
 * Writes a published site with a section for each list of texts; returns its path. The first pages of each section show
 * the API specifications with these slugs.
 */
async function writeSite(
  db: Kysely<Database>,
  organization: string,
  sections: readonly string[][],
  specs: readonly string[] = [],
): Promise<string> {
  const site = newId();
  await db
    .insertInto('sites')
    .values({
      id: site,
      organization_id: organization,
      title: 'Measured docs',
      visibility: 'public',
      published: true,
      share_key: randomText(24),
      icon: null,
      adaptive_schema: null,
      ads: null,
    })
    .execute();
  for (const [index, texts] of sections.entries()) {
    const space = await writeSpace(db, organization, { title: `Part ${index + 1}`, texts, specs });
    const section = newId();
    const place = { site_id: site, rank: `a${String(index).padStart(4, '0')}x`, is_default: index === 0 };
    await db
      .insertInto('site_sections')
      .values({
        ...place,
        id: section,
        title: `Part ${index + 1}`,
        path: `part-${index + 1}`,
        group_id: null,
        description: null,
        condition: null,
        icon: null,
      })
      .execute();
    await db
      .insertInto('site_spaces')
      .values({
        ...place,
        id: newId(),
        section_id: section,
        space_id: space,
        path: 'main',
        condition: null,
        is_default: true,
      })
      .execute();
  }
  return `/published/${organization}/${site}/`;
}

async function writeSpace(
  db: Kysely<Database>,
  organization: string,
  { title: name, texts, specs }: { title: string; texts: readonly string[]; specs: readonly string[] },
): Promise<string> {
  const space = newId();
  await inTransaction(db, async (trx) => {
    await trx
      .insertInto('spaces')
      .values({
        id: space,
        organization_id: organization,
        title: name,
        emoji: '',
        rank: space,
        default_level: 1,
        resolved_level: 1,
        ancestor_path: [space],
        grant_path: [space],
        revision_id: '',
        share_key: null,
        git_sync: null,
        visitor_auth: null,
        deleted_at: null,
      })
      .execute();
    await storeTexts(trx, texts);
    const revision = await addRevision(trx, {
      spaceId: space,
      changeRequestId: null,
      type: 'edits',
      parents: [],
      pages: pagesOf(texts, specs),
      files: [],
      reusableContents: [],
      createdBy: null,
      createdAt: new Date(),
    });
    await trx.updateTable('spaces').set({ revision_id: revision }).where('id', '=', space).execute();
    await indexSpace(trx, space);
  });
  await loadTextHtml(db, texts.slice(0, 3).map(documentIdOf), organization);
  return space;
}

/** Pages in groups of ten: the first of each group has the others below it. `specs`: of the first pages. */
function pagesOf(texts: readonly string[], specs: readonly string[]): StoredPage[] {
  const random = randomNumbers(texts.length);
  const at = '2026-01-01T00:00:00.000Z';
  const all = texts.map((text, index): StoredPage => ({
    id: newId(),
    type: 'document',
    ...(specs[index] !== undefined && showing(specs[index])),
    title: title(random),
    slug: `page-${index}`,
    path: '',
    documentId: documentIdOf(text),
    createdAt: at,
    updatedAt: at,
    pages: [],
  }));
  const groups = Array.from({ length: Math.ceil(all.length / PAGES_PER_GROUP) }, (_, index) => {
    const [first, ...others] = all.slice(index * PAGES_PER_GROUP, (index + 1) * PAGES_PER_GROUP);
    return first ? [{ ...first, pages: others }] : [];
  });
  return withPaths(groups.flat());
}

/** The fields of a page that shows an API specification. */
function showing(slug: string): Pick<StoredPage, 'type' | 'computed'> {
  const dependencies = { spec: { ref: { kind: 'openapi', spec: slug } } } as const;
  return { type: 'computed', computed: { type: 'builtin:openapi', dependencies, props: {} } };
}

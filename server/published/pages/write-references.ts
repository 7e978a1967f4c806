import type { Kysely } from 'kysely';
import { flattenPages } from '#server/content/pages/page-tree.ts';
import type { StoredPage } from '#server/content/pages/storage.ts';
import { divisionOf, showsDefinitions, specOf } from '#server/content/specifications/reference-pages.ts';
import {
  enqueueReferences,
  type ReferencesToWrite,
  WRITE_REFERENCES_JOB,
} from '#server/content/stored/references/reference-jobs.ts';
import { prepareReference, referenceRelease } from '#server/content/stored/references/stored-reference.ts';
import { TaskLimitError } from '#server/content/tasks/run-task.ts';
import type { Database } from '#server/database/tables/schema.ts';
import type { JobHandlers } from '#server/queue/job-queue.ts';
import type { StoredCustomization } from '#server/sites/customization.ts';
import { LANGUAGES, textLanguage } from '../messages/messages.ts';
import { languageOf } from '../view/navigation-view.ts';
import { loadReaderContent, withReferences } from '../visit/reader-content.ts';
import { loadSiteTree } from '../visit/site-tree.queries.ts';
import { referenceTexts } from './reference-page.ts';

/** Writes the API references of published pages ahead of their readers. */
export const referenceJobs: JobHandlers = {
  [WRITE_REFERENCES_JOB]: async (db, payload) => {
    const payloadValues = readPayload(payload);
    if (payloadValues) await writeReferencesOf(db, await findSpaces(db, payloadValues));
  },
};

function readPayload(payload: unknown): ReferencesToWrite | undefined {
  const { specId, spaceId, siteId, all }: Record<string, unknown> = Object(payload);
  if (typeof specId === 'string') return { specId };
  if (typeof spaceId === 'string') return { spaceId };
  if (typeof siteId === 'string') return { siteId };
  return all === true ? { all } : undefined;
}

/** Names how this release writes references; the value is a digest of it. */
const WRITTEN_AS = 'references_written_as';

/**
 * Has all references written again where this release writes them differently, or none have been written yet: in a
 * database that was filled without jobs.
 */
export async function catchUpReferences(db: Kysely<Database>, now: Date): Promise<void> {
  const value = referenceRelease(LANGUAGES.map(referenceTexts));
  const isChanged = await db
    .insertInto('server_settings')
    .values({ key: WRITTEN_AS, value })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({ value }).where('server_settings.value', '<>', value),
    )
    .returning('key')
    .executeTakeFirst();
  if (isChanged) await enqueueReferences(db, { all: true }, now);
}

interface ReferenceSpace {
  id: string;
  organizationId: string;
  revisionId: string;
}

/** Spaces with pages that show API specifications. */
async function findSpaces(db: Kysely<Database>, of: ReferencesToWrite): Promise<ReferenceSpace[]> {
  const spaces = db
    .selectFrom('spaces')
    .where('spaces.deleted_at', 'is', null)
    .select(['spaces.id', 'spaces.organization_id as organizationId', 'spaces.revision_id as revisionId']);
  if ('spaceId' in of) return spaces.where('spaces.id', '=', of.spaceId).execute();
  if (!('specId' in of)) {
    const siteSpaceIds = db.selectFrom('site_spaces').select('space_id');
    return spaces
      .where('spaces.id', 'in', 'siteId' in of ? siteSpaceIds.where('site_id', '=', of.siteId) : siteSpaceIds)
      .where(
        'spaces.id',
        'in',
        db.selectFrom('search_pages').where('spec', 'is not', null).select('space_id'),
      )
      .orderBy('spaces.id')
      .execute();
  }
  return spaces
    .innerJoin('api_specs', 'api_specs.organization_id', 'spaces.organization_id')
    .where('api_specs.id', '=', of.specId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('search_pages')
          .whereRef('search_pages.space_id', '=', 'spaces.id')
          .whereRef('search_pages.spec', '=', 'api_specs.slug')
          .select('search_pages.page_id'),
      ),
    )
    .execute();
}

async function writeReferencesOf(db: Kysely<Database>, spaces: readonly ReferenceSpace[]): Promise<void> {
  for (const space of spaces) {
    const languages = await findLanguages(db, space.id);
    if (languages.size === 0) continue;
    const stored = await loadReaderContent(db, space.revisionId);
    if (!stored) continue;
    const content = await withReferences(db, space.organizationId, stored);
    const pages = flattenPages(content.pages).filter(isWrittenAhead);
    const versions = content.specVersions;
    for (const page of pages) {
      const versionId = versions.get(specOf(page) ?? '');
      if (versionId === undefined) continue;
      for (const language of languages) await writeReference(db, space, { page, versionId, language });
    }
  }
}

/** Pages of tags; those of single operations and schemas, which are many, are written for their first reader. */
function isWrittenAhead(page: StoredPage): boolean {
  const part = page.reference?.part;
  const isSingle =
    part?.kind === 'schema' || (part?.kind === 'operations' && divisionOf(page) === 'operation');
  return specOf(page) !== undefined && !isSingle;
}

/** The languages in which a space is on published sites. */
async function findLanguages(db: Kysely<Database>, spaceId: string): Promise<ReadonlySet<string>> {
  const sites = await db
    .selectFrom('site_spaces')
    .innerJoin('sites', 'sites.id', 'site_spaces.site_id')
    .where('site_spaces.space_id', '=', spaceId)
    .where('sites.published', '=', true)
    .select(['sites.id', 'sites.structure_version as version'])
    .select((column) => column.ref('sites.customization').$castTo<StoredCustomization>().as('customization'))
    .execute();
  const spaceIds = new Set<string>();
  for (const site of new Map(sites.map((each) => [each.id, each])).values()) {
    const tree = await loadSiteTree(db, site.id, site.version);
    for (const section of tree.sections) {
      const matchingSpaces = section.siteSpaces.filter((siteSpace) => siteSpace.spaceId === spaceId);
      for (const siteSpace of matchingSpaces)
        spaceIds.add(textLanguage(languageOf({ site }, { section, siteSpace })));
    }
  }
  return spaceIds;
}

/** One that takes too long is left to its readers, with a notice. */
async function writeReference(
  db: Kysely<Database>,
  { organizationId }: ReferenceSpace,
  { page, versionId, language }: { page: StoredPage; versionId: string; language: string },
): Promise<void> {
  const { documentId } = page;
  const texts = referenceTexts(language);
  const withDefinitions = showsDefinitions(page);
  try {
    const part = page.reference?.part;
    await prepareReference(db, { organizationId, versionId, documentId, texts, withDefinitions, part });
  } catch (error) {
    if (!(error instanceof TaskLimitError)) throw error;
  }
}

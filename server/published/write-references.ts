import type { Kysely } from 'kysely';
import { flattenPages } from '#server/content/page-tree.ts';
import { WRITE_REFERENCES_JOB } from '#server/content/reference/reference-jobs.ts';
import { prepareReference } from '#server/content/reference/stored-reference.ts';
import { loadSpecVersions, showsDefinitions, specOf } from '#server/content/spec-page.ts';
import type { StoredPage } from '#server/content/storage.ts';
import type { Database } from '#server/database/schema.ts';
import type { JobHandlers } from '#server/jobs/queue.ts';
import type { StoredCustomization } from '#server/sites/customization.ts';
import { TaskLimitError } from '#server/tasks/run-task.ts';
import { textLanguage } from './messages/messages.ts';
import { languageOf } from './navigation-view.ts';
import { loadReaderContent } from './reader-content.ts';
import { referenceTexts } from './reference-page.ts';
import { loadSiteTree } from './site-tree.queries.ts';

/** Writes the API references of published pages before somebody reads them. */
export const referenceJobs: JobHandlers = {
  [WRITE_REFERENCES_JOB]: async (db, payload) => {
    const specId: unknown = Reflect.get(Object(payload), 'specId');
    const spaceId: unknown = Reflect.get(Object(payload), 'spaceId');
    if (typeof specId === 'string') return writeReferencesOf(db, await findSpaces(db, { specId }));
    if (typeof spaceId === 'string') return writeReferencesOf(db, await findSpaces(db, { spaceId }));
    return undefined;
  },
};

interface ReferenceSpace {
  id: string;
  organizationId: string;
  revisionId: string;
}

/** The spaces with pages that show API specifications: those that show one of them, or one space. */
async function findSpaces(
  db: Kysely<Database>,
  of: { specId: string } | { spaceId: string },
): Promise<ReferenceSpace[]> {
  const spaces = db
    .selectFrom('spaces')
    .where('spaces.deleted_at', 'is', null)
    .select(['spaces.id', 'spaces.organization_id as organizationId', 'spaces.revision_id as revisionId']);
  if ('spaceId' in of) return spaces.where('spaces.id', '=', of.spaceId).execute();
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
    const content = await loadReaderContent(db, space.revisionId);
    const pages = flattenPages(content?.pages ?? []).filter((page) => specOf(page) !== undefined);
    const versions = await loadSpecVersions(db, space.organizationId, pages);
    for (const page of pages) {
      const versionId = versions.get(specOf(page) ?? '');
      if (versionId === undefined) continue;
      for (const language of languages) await writeReference(db, space, { page, versionId, language });
    }
  }
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
  const found = new Set<string>();
  for (const site of new Map(sites.map((each) => [each.id, each])).values()) {
    const tree = await loadSiteTree(db, site.id, site.version);
    for (const section of tree.sections) {
      const shown = section.siteSpaces.filter((siteSpace) => siteSpace.spaceId === spaceId);
      for (const siteSpace of shown) found.add(textLanguage(languageOf({ site }, { section, siteSpace })));
    }
  }
  return found;
}

/** One that takes too long is left to its readers, who are told so. */
async function writeReference(
  db: Kysely<Database>,
  { organizationId }: ReferenceSpace,
  { page, versionId, language }: { page: StoredPage; versionId: string; language: string },
): Promise<void> {
  const { documentId } = page;
  const texts = referenceTexts(language);
  const withDefinitions = showsDefinitions(page);
  try {
    await prepareReference(db, { organizationId, versionId, documentId, texts, withDefinitions });
  } catch (error) {
    if (!(error instanceof TaskLimitError)) throw error;
  }
}

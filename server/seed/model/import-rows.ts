import type { Row } from '#server/database/tables/schema.ts';
import type { Calendar } from './calendar.ts';
import type { OrganizationSeed } from './organization-schemas.ts';
import { seedId } from './seed-ids.ts';

/** Finished imports with their reports. Each was into a space of the organization. */
export function buildImportRows(
  organizationId: string,
  seed: OrganizationSeed,
  spaces: readonly Row<'spaces'>[],
  calendar: Calendar,
): { imports: Row<'content_imports'>[]; entries: Row<'import_entries'>[] } {
  const revisions = new Map(spaces.map(({ id, title, revision_id }) => [id, { title, revision_id }]));
  const imports = seed.imports.map((line) => {
    const spaceId = seedId('space', line.space);
    const space = revisions.get(spaceId);
    if (!space) throw new Error(`The import of ${line.origin} names the unknown space ${line.space}.`);
    const book = { title: space.title, root: '', pages: line.pages, files: line.files - line.pages };
    const resources = line.files - line.missing;
    return {
      id: seedId('import', seed.key, line.origin),
      organization_id: organizationId,
      created_by: seedId('person', line.by),
      state: 'done',
      request: {
        action: 'importOrganizationContent',
        spaceId,
        parentId: null,
        plan: true,
        choices: { site: false, headingsAsPages: false, mode: 'direct' },
      },
      origin: line.origin,
      steps: [
        { name: 'read', done: line.files, total: line.files },
        { name: 'convert', done: line.pages, total: line.pages },
        { name: 'store', done: resources - line.pages, total: resources - line.pages },
        { name: 'write', done: line.pages, total: line.pages },
      ],
      recognized: { kind: line.kind, books: [book], files: line.files, bytes: line.bytes },
      result: {
        spaces: [
          {
            space: spaceId,
            revision: space.revision_id,
            title: space.title,
            addedPages: line.pages,
            updatedPages: 0,
            removedPages: 0,
            files: resources - line.pages,
          },
        ],
        importedResources: resources,
        totalResources: line.files,
      },
      problem: null,
      space_ids: [spaceId],
      created_at: calendar.ago(line.ago),
      finished_at: calendar.ago(line.ago),
    };
  });
  const entries = seed.imports.flatMap((line) =>
    line.report.map((entry, position) => ({
      import_id: seedId('import', seed.key, line.origin),
      position,
      path: entry.path,
      line: entry.line ?? null,
      kind: entry.kind,
      message: entry.message,
    })),
  );
  return { imports, entries };
}

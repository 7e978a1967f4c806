import { newId } from '#server/database/ids.ts';
import type { ListFixture } from './access-lists.ts';
import type { Call, ApiFixture } from './call-parts.ts';
import { apiSpecParams } from './calls-api-specs.ts';
import { testApp } from './test-app.ts';

/** The lists of API specifications and of their versions. */
export function specLists(fixture: () => ApiFixture): Record<string, ListFixture> {
  const addVersion = async ({ params: { specSlug = '' } }: Call): Promise<void> => {
    const { db } = await testApp();
    const { id } = await db
      .selectFrom('api_specs')
      .select('id')
      .where('slug', '=', specSlug)
      .executeTakeFirstOrThrow();
    await db
      .insertInto('api_spec_versions')
      .values({ id: newId(), api_spec_id: id, content_hash: newId(), filesystem: '{}' })
      .execute();
  };
  // Specifications are addressed by their slug, and versions go only with their specification.
  const removeFrom = (table: 'api_specs' | 'api_spec_versions') => async (_: Call, id: string) => {
    const { db } = await testApp();
    await db.deleteFrom(table).where('id', '=', id).execute();
  };
  return {
    listApiSpecs: { addItem: () => apiSpecParams(fixture()), deleteItem: removeFrom('api_specs') },
    listApiSpecVersions: { addItem: addVersion, deleteItem: removeFrom('api_spec_versions') },
  };
}

import { newId } from '#server/database/ids.ts';
import type { Growing } from './access-lists.ts';
import type { Call, Scene } from './call-parts.ts';
import { apiSpec } from './calls-api-specs.ts';
import { testApp } from './test-app.ts';

/** The lists of API specifications and of their versions. */
export function specLists(scene: () => Scene): Record<string, Growing> {
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
    listApiSpecs: { grow: () => apiSpec(scene()), drop: removeFrom('api_specs') },
    listApiSpecVersions: { grow: addVersion, drop: removeFrom('api_spec_versions') },
  };
}

import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { newId } from '#server/base/ids.ts';
import { createSpace } from '#server/test/factories.ts';
import { Interruption } from '#server/test/interruption.ts';
import { createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { testApp } from '#server/test/test-app.ts';
import { deleteFiles } from './uploads.ts';

const MEGABYTE = 1024 * 1024;

describe('deleteFiles', () => {
  it('deletes a few large files at a time, and no others', async () => {
    const w = await createOrganizationFixture();
    const { db } = await testApp();
    const spaces = await Promise.all(
      [1, 2].map(() => createSpace({ organizationId: w.organization.id, defaultLevel: 'inherit' })),
    );
    const [space, otherSpace] = spaces.map(({ id }) => id);
    const fields = { name: 'owls.mp4', content_type: 'video/mp4', data: Buffer.from('owl') };
    const sizes = [10, 10, 10, 100].map((megabytes) => megabytes * MEGABYTE);
    await db
      .insertInto('files')
      .values(
        [space, otherSpace].flatMap((space_id = '') =>
          sizes.map((size) => ({ ...fields, id: newId(), space_id, size })),
        ),
      )
      .execute();
    const statements = new Interruption(Infinity, false);
    await deleteFiles(db.withPlugin(statements), sql`space_id = ${space}`);
    // Two at least for 130 MB, and one that finds no more.
    expect(statements.count).toBeGreaterThanOrEqual(3);
    const left = await db
      .selectFrom('files')
      .select('space_id')
      .where('space_id', 'in', [space ?? '', otherSpace ?? ''])
      .execute();
    expect(left.map(({ space_id }) => space_id)).toEqual(sizes.map(() => otherSpace));
  });
});

import { describe, expect, it } from 'vitest';
import { newId } from '#server/base/ids.ts';
import { bytesIdOf } from '#server/content/pages/storage.ts';
import { writeContent } from '#server/test/content-factories.ts';
import { createSpace } from '#server/test/factories.ts';
import { contentOf } from '#server/test/imported-content.ts';
import { Interruption } from '#server/test/interruption.ts';
import { createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { as, testApp } from '#server/test/test-app.ts';
import { draftCopy } from './space-copy.queries.ts';

const STEP = 2;

/** A space with two files of the same bytes, and a third one. */
async function createSpaceWithFiles(organizationId: string) {
  const { db } = await testApp();
  const space = await createSpace({ organizationId, defaultLevel: 'inherit' });
  const [owl, otter] = [newId(), newId()];
  const fields = { name: 'x.png', size: 3, width: 1, height: 1 };
  await db
    .insertInto('files')
    .values(
      [owl, otter].map((id) => ({
        ...{ ...fields, id, space_id: space.id, content_type: 'image/png', data: Buffer.from(id) },
      })),
    )
    .execute();
  const file = { ...fields, contentType: 'image/png' };
  const files = [
    { ...file, id: owl },
    { ...file, id: newId(), data: owl },
    { ...file, id: otter },
  ];
  await writeContent(space, [{ title: 'Owls', text: `![](/files/${owl})` }], files);
  return { space, bytes: [owl, owl, otter] };
}

describe('a copy of a space', () => {
  it('has the bytes of each file, also where two files have the same', async () => {
    const w = await createOrganizationFixture();
    const { db } = await testApp();
    const { space, bytes } = await createSpaceWithFiles(w.organization.id);
    const { status, body } = await as(w.admin).post(`/v1/spaces/${space.id}/duplicate`);
    expect(status).toBe(201);
    const { revision } = await contentOf(body.id);
    const rows = await db
      .selectFrom('files')
      .select(['id', 'data'])
      .where('space_id', '=', body.id)
      .execute();
    const data = new Map(rows.map((row) => [row.id, row.data?.toString()]));
    expect(revision.files.map((file) => data.get(bytesIdOf(file)))).toEqual(bytes);
  });

  it('leaves nothing where a statement fails, whichever it is', async () => {
    const w = await createOrganizationFixture();
    const { db } = await testApp();
    const { space } = await createSpaceWithFiles(w.organization.id);
    const ids = async () =>
      (
        await db.selectFrom('spaces').select('id').where('organization_id', '=', w.organization.id).execute()
      ).map(({ id }) => id);
    for (let position = 1; ; position += STEP) {
      const interruption = new Interruption(position, false);
      const copy = await draftCopy(db.withPlugin(interruption), space.id, {
        createdBy: w.admin.id,
        now: new Date(),
      }).catch(() => undefined);
      if (copy !== undefined) {
        expect((await ids()).toSorted()).toEqual([space.id, copy].toSorted());
        // Nobody sees it yet.
        expect((await as(w.admin).get(`${w.base}/spaces`)).body.count).toBe(1);
        expect((await as(w.admin).get(`/v1/spaces/${copy}`)).status).toBe(404);
        expect((await as(w.admin).get(`${w.base}/spaces?deleted=true`)).body.items).toEqual([]);
        break;
      }
      expect(interruption.count).toBeGreaterThanOrEqual(position);
      expect({ position, ids: await ids() }).toEqual({ position, ids: [space.id] });
    }
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#server/base/ids.ts';
import { createApiSpec } from '#server/test/content-factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { testApp } from '#server/test/test-app.ts';
import { indexOperations } from '../../specifications/operation-index.ts';
import { DEFAULT_TASK_LIMITS, setTaskLimits } from '../../tasks/run-task.ts';
import { catchUpOperations, OPERATIONS_VERSION } from './stored-operations.ts';

const DOCUMENT = {
  openapi: '3.1.0',
  paths: {
    '/owls/{id}': {
      get: { operationId: 'getOwl', summary: 'Get an owl', description: 'It is **asleep**.', tags: ['Owls'] },
      delete: {},
    },
  },
};

let w: OrganizationFixture;
beforeAll(async () => {
  w = await createOrganizationFixture();
});

const createSpec = () => createApiSpec(w.organization.id, `owls-${newId().toLowerCase()}`, DOCUMENT);

async function stored(versionId: string) {
  const { db } = await testApp();
  const operations = await db
    .selectFrom('api_spec_operations')
    .select(['position', 'anchor', 'title', 'body'])
    .where('version_id', '=', versionId)
    .orderBy('position')
    .execute();
  const { operations_version: version } = await db
    .selectFrom('api_spec_versions')
    .select('operations_version')
    .where('id', '=', versionId)
    .executeTakeFirstOrThrow();
  return { version, operations };
}

describe('the operations of a specification', () => {
  it('are texts with the anchors of the page', () => {
    const [first, second] = indexOperations(JSON.stringify({ 'a.json': DOCUMENT }));
    expect(first).toMatchObject({
      anchor: 'getOwl',
      title: 'Get an owl',
      body: 'GET /owls/{id} It is asleep.',
    });
    expect(first?.words).toMatch(/'owl':[^ ]*A/);
    expect(first?.words).toMatch(/'asleep':[^ ]*D/);
    expect(second).toMatchObject({ anchor: 'delete-owls-id', title: 'DELETE /owls/{id}' });
  });

  it('are stored once for each version that pages show, and again when they are read differently', async () => {
    const { db } = await testApp();
    const { versionId } = await createSpec();
    expect(await stored(versionId)).toEqual({ version: 0, operations: [] });
    await Promise.all([catchUpOperations(db), catchUpOperations(db)]);
    const expected = {
      version: OPERATIONS_VERSION,
      operations: [
        { position: 0, anchor: 'getOwl', title: 'Get an owl', body: 'GET /owls/{id} It is asleep.' },
        { position: 1, anchor: 'delete-owls-id', title: 'DELETE /owls/{id}', body: 'DELETE /owls/{id}' },
      ],
    };
    expect(await stored(versionId)).toEqual(expected);
    await db
      .updateTable('api_spec_operations')
      .set({ title: 'Old' })
      .where('version_id', '=', versionId)
      .execute();
    await db
      .updateTable('api_spec_versions')
      .set({ operations_version: 0 })
      .where('id', '=', versionId)
      .execute();
    await catchUpOperations(db);
    expect(await stored(versionId)).toEqual(expected);
  });

  it('are none where reading them takes too long, and the reading is not repeated for ever', async () => {
    const { db } = await testApp();
    const { versionId } = await createSpec();
    setTaskLimits({ ...DEFAULT_TASK_LIMITS, seconds: 0.001 });
    await catchUpOperations(db);
    setTaskLimits(DEFAULT_TASK_LIMITS);
    expect(await stored(versionId)).toEqual({ version: OPERATIONS_VERSION, operations: [] });
  });
});

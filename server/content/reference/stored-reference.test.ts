import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#server/database/ids.ts';
import { DEFAULT_TASK_LIMITS, setTaskLimits } from '#server/tasks/run-task.ts';
import { createApiSpec } from '#server/test/content-factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { testApp } from '#server/test/test-app.ts';
import { referenceLabels } from './reference-labels.ts';
import { getReferenceHtml } from './stored-reference.ts';

let w: OrganizationFixture;
beforeAll(async () => {
  w = await createOrganizationFixture();
});
afterEach(() => setTaskLimits(DEFAULT_TASK_LIMITS));

async function createSpec(summary: string) {
  const document = { openapi: '3.1.0', paths: { '/owls': { get: { operationId: 'listOwls', summary } } } };
  return createApiSpec(w.organization.id, `owls-${newId().toLowerCase()}`, document);
}

async function render(versionId: string, more: Partial<Parameters<typeof getReferenceHtml>[1]> = {}) {
  const { db } = await testApp();
  const page = {
    organizationId: w.organization.id,
    versionId,
    markdown: 'Read *me*.',
    withDefinitions: true,
  };
  return getReferenceHtml(db, { ...page, labels: referenceLabels, ...more });
}

describe('the HTML of an API reference', () => {
  it('is rendered once for a version, a text and a language', async () => {
    const { versionId } = await createSpec('List owls');
    const [first, same] = await Promise.all([render(versionId), render(versionId)]);
    expect(first).toEqual(same);
    expect(first.headings).toEqual([{ level: 2, anchor: 'listOwls', title: 'List owls', method: 'get' }]);
    // What is known needs no process any more.
    setTaskLimits({ ...DEFAULT_TASK_LIMITS, seconds: 0.001 });
    expect(await render(versionId)).toEqual(first);
    setTaskLimits(DEFAULT_TASK_LIMITS);
    const german = { ...referenceLabels, apiServers: 'Server', apiResponses: 'Antworten' };
    expect(await render(versionId, { labels: german })).toBeDefined();
    const { headings } = await render(versionId, { markdown: '# Owls' });
    expect(headings.map(({ anchor }) => anchor)).toEqual(['owls', 'listOwls']);
  });

  it('is another one for another version', async () => {
    const before = await createSpec('List owls');
    const after = await createSpec('List all owls');
    expect((await render(before.versionId)).headings[0]?.title).toBe('List owls');
    expect((await render(after.versionId)).headings[0]?.title).toBe('List all owls');
  });

  it('that takes too long is what people wrote, and says so', async () => {
    const { versionId } = await createSpec('Slow owls');
    setTaskLimits({ ...DEFAULT_TASK_LIMITS, seconds: 0.001 });
    const failed = (await render(versionId)).parts.join('');
    expect(failed).toContain('<p>Read <em>me</em>.</p>');
    expect(failed).toContain('The API specification can’t be shown.');
    setTaskLimits(DEFAULT_TASK_LIMITS);
    expect((await render(versionId)).headings[0]?.title).toBe('Slow owls');
  });
});

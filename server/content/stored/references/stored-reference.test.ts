import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#server/base/ids.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import { pickTextLabels } from '#server/published/messages/messages.ts';
import { createApiSpec } from '#server/test/content-factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { testApp } from '#server/test/test-app.ts';
import { documentIdOf } from '../../pages/storage.ts';
import { fillReference } from '../../reference/packed-reference.ts';
import { referenceLabels } from '../../reference/reference-labels.ts';
import { DEFAULT_TASK_LIMITS, setTaskLimits } from '../../tasks/run-task.ts';
import { storeTexts } from '../revisions.ts';
import { deleteUnusedReferences, getReference, type ReferenceTexts } from './stored-reference.ts';

let w: OrganizationFixture;
beforeAll(async () => {
  w = await createOrganizationFixture();
});
afterEach(() => setTaskLimits(DEFAULT_TASK_LIMITS));

async function createSpec(summary: string) {
  const document = { openapi: '3.1.0', paths: { '/owls': { get: { operationId: 'listOwls', summary } } } };
  return createApiSpec(w.organization.id, `owls-${newId().toLowerCase()}`, document);
}

const textLabels = pickTextLabels('en');
const english: ReferenceTexts = { language: 'en', labels: referenceLabels, textLabels };
const german: ReferenceTexts = {
  language: 'de',
  labels: { ...referenceLabels, apiSchemas: 'Schemata' },
  textLabels: pickTextLabels('de'),
};

async function getPage(
  versionId: string,
  { markdown = 'Read *me*.', texts = english }: { markdown?: string; texts?: ReferenceTexts } = {},
) {
  const { db } = await testApp();
  const documentId = documentIdOf(markdown);
  await inTransaction(db, (trx) => storeTexts(trx, [markdown]));
  return { organizationId: w.organization.id, versionId, documentId, texts, withDefinitions: true };
}

async function render(versionId: string, more: Parameters<typeof getPage>[1] = {}) {
  const { db } = await testApp();
  return getReference(db, await getPage(versionId, more));
}

/** From here on, nothing can be written. */
const stopWriting = () => setTaskLimits({ ...DEFAULT_TASK_LIMITS, seconds: 0.001 });

async function countStored(versionId: string): Promise<number> {
  const { db } = await testApp();
  const rows = await db
    .selectFrom('api_references')
    .select('digest')
    .where('version_id', '=', versionId)
    .execute();
  return rows.length;
}

describe('the HTML of an API reference', () => {
  it('is written once for a version, a text and a language, and stored', async () => {
    const { versionId } = await createSpec('List owls');
    const [first, same] = await Promise.all([render(versionId), render(versionId)]);
    expect(first).toEqual(same);
    expect(first.headings).toEqual([{ level: 2, anchor: 'listOwls', title: 'List owls', method: 'get' }]);
    stopWriting();
    expect(await render(versionId)).toEqual(first);
    setTaskLimits(DEFAULT_TASK_LIMITS);
    const translated = await render(versionId, { texts: german });
    expect(translated.html.toString()).toContain('aria-label="Link zu „List owls“');
    expect(first.html.toString()).toContain('aria-label="Link to');
    const { headings } = await render(versionId, { markdown: '# Owls' });
    expect(headings.map(({ anchor }) => anchor)).toEqual(['owls', 'listOwls']);
    expect(await countStored(versionId)).toBe(3);
  });

  it('is another one for another version, and for other words of the same language', async () => {
    const before = await createSpec('List owls');
    const after = await createSpec('List all owls');
    expect((await render(before.versionId)).headings[0]?.title).toBe('List owls');
    expect((await render(after.versionId)).headings[0]?.title).toBe('List all owls');
    const reworded = { ...english, textLabels: { ...textLabels, heading: 'Go to {title}' } };
    const { html } = await render(before.versionId, { texts: reworded });
    expect(html.toString()).toContain('aria-label="Go to List owls"');
    expect(await countStored(before.versionId)).toBe(1);
  });

  it('has gaps where its links go, whatever stands before them', async () => {
    const { versionId } = await createSpec('Eulen und Käuze 🦉');
    const reference = await render(versionId, { markdown: 'Ä [one](/one) – [two](/two) 🦉' });
    const filled = Buffer.concat(await fillReference(reference, ({ href }) => ` href="${href}"`)).toString();
    expect(filled).toContain('Ä <a href="/one">one</a> – <a href="/two">two</a> 🦉');
  });

  it('that takes too long is what people wrote, and says so', async () => {
    const { versionId } = await createSpec('Slow owls');
    stopWriting();
    const failed = (await render(versionId)).html.toString();
    expect(failed).toContain('<p>Read <em>me</em>.</p>');
    expect(failed).toContain('The API specification can’t be shown.');
    expect(await countStored(versionId)).toBe(0);
    setTaskLimits(DEFAULT_TASK_LIMITS);
    expect((await render(versionId)).headings[0]?.title).toBe('Slow owls');
  });

  it('is deleted with its version, and when a later version is shown', async () => {
    const { db, clock } = await testApp();
    const { id, versionId } = await createSpec('Old owls');
    await render(versionId);
    await deleteUnusedReferences(db, clock.now());
    expect(await countStored(versionId)).toBe(1);
    await db.updateTable('api_specs').set({ last_version_id: newId() }).where('id', '=', id).execute();
    await deleteUnusedReferences(db, clock.now());
    expect(await countStored(versionId)).toBe(0);
  });

  it('is deleted a day after its text is on no page any more', async () => {
    const { db } = await testApp();
    const { versionId } = await createSpec('Lost owls');
    await render(versionId, { markdown: `Nowhere ${newId()}` });
    const now = Date.now();
    await deleteUnusedReferences(db, new Date(now));
    expect(await countStored(versionId)).toBe(1);
    await deleteUnusedReferences(db, new Date(now + 25 * 60 * 60_000));
    expect(await countStored(versionId)).toBe(0);
  });
});

import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { notificationReader } from '#server/notifications/notification-reader.ts';
import { runDueJobs } from '#server/queue/job-queue.ts';
import { createWrittenSpace } from '#server/test/content-factories.ts';
import { createOrganizationFixture, type OrganizationFixture } from '#server/test/organization-fixture.ts';
import { readAllEvents } from '#server/test/read-events.ts';
import { as, testApp } from '#server/test/test-app.ts';
import { sizeJobs, sizeReader } from './measure-sizes.ts';

let w: OrganizationFixture;
let written: Awaited<ReturnType<typeof createWrittenSpace>>;
/** The URL of a new change request of the editor. */
let url: string;

beforeAll(async () => {
  w = await createOrganizationFixture();
  const { db } = await testApp();
  await readAllEvents(db, notificationReader);
  await readAllEvents(db, sizeReader);
});
beforeEach(async () => {
  written = await createWrittenSpace({ organizationId: w.organization.id, defaultLevel: 'inherit' });
  const list = `/v1/spaces/${written.space.id}/change-requests`;
  const { body } = await as(w.editor).post(list, { subject: 'Say it shorter' });
  url = `${list}/${body.id}`;
});

const change = (body: object) => as(w.editor).patch(url, body);
const read = async () => (await as(w.reader).get(url)).body;

describe('the description of a change request', () => {
  it('is returned as it was typed, and as a document for all clients', async () => {
    const markdown = '*   Shorter\n*   Clearer\n';
    expect((await change({ descriptionMarkdown: markdown })).body.descriptionMarkdown).toBe(markdown);
    const { description, descriptionMarkdown } = await read();
    expect(descriptionMarkdown).toBe(markdown);
    expect(description.nodes[0].type).toBe('list-unordered');
    const { items } = (await as(w.reader).get(`${url.slice(0, url.lastIndexOf('/'))}?status=draft`)).body;
    expect(items[0]).not.toHaveProperty('description');
    expect(items[0]).not.toHaveProperty('descriptionMarkdown');
    expect(await change({ descriptionMarkdown: ' ' })).toMatchObject({ status: 200 });
    expect(await read()).not.toHaveProperty('description');
    expect(await read()).not.toHaveProperty('descriptionMarkdown');
  });

  it('has Markdown too if it was sent as a document, also by a server of the version before', async () => {
    await change({ descriptionMarkdown: 'Old' });
    const paragraph = (text: string) => ({
      object: 'document',
      nodes: [{ object: 'block', type: 'paragraph', nodes: [{ object: 'text', leaves: [{ text }] }] }],
    });
    await change({ description: paragraph('New') });
    expect((await read()).descriptionMarkdown).toBe('New\n');
    await change({ descriptionMarkdown: 'Typed' });
    const { db } = await testApp();
    const id = url.slice(url.lastIndexOf('/') + 1);
    await db
      .updateTable('change_requests')
      .set({ description: JSON.stringify((await read()).description).replace('Typed', 'Written') })
      .where('id', '=', id)
      .execute();
    expect((await read()).descriptionMarkdown).toBe('Written\n');
  });

  it('is refused in two forms at once, and longer than 20,000 characters', async () => {
    const both = await change({ descriptionMarkdown: 'One', description: { nodes: [] } });
    expect(both).toMatchObject({ status: 400 });
    expect(JSON.stringify(both.body)).toContain('body.descriptionMarkdown');
    expect((await change({ descriptionMarkdown: 'a'.repeat(20_001) })).status).toBe(400);
    expect(await read()).not.toHaveProperty('description');
  });

  it('tells those whom it mentions, once', async () => {
    const { db } = await testApp();
    const mention = `[@Rev](/o/${w.organization.id}/members/${w.reviewer.id})`;
    await change({ descriptionMarkdown: `For ${mention}.` });
    await change({ descriptionMarkdown: `For ${mention}, please.` });
    await readAllEvents(db, notificationReader);
    const { body } = await as(w.reviewer).get('/v1/user/notifications?state=all&reasons=mention');
    expect(body.items).toMatchObject([{ count: 1, subject: { title: 'Say it shorter' } }]);
  });
});

describe('the issue of a change request', () => {
  it('is an https address, changed by who may edit the change request', async () => {
    const address = 'https://issues.example/board/12?tab=1';
    expect((await change({ issueUrl: address })).body.issueUrl).toBe(address);
    expect((await as(w.reader).patch(url, { issueUrl: 'https://other.example' })).status).toBe(403);
    const refused = [
      'http://issues.example',
      'javascript:alert(1)',
      'issues.example',
      'https://a:b@c.example',
    ];
    for (const issueUrl of refused) {
      const { status, body } = await change({ issueUrl });
      expect([issueUrl, status]).toEqual([issueUrl, 400]);
      expect(JSON.stringify(body.error)).toContain('body.issueUrl');
    }
    expect((await read()).issueUrl).toBe(address);
    const { body: log } = await as(w.admin).get(`/v1/orgs/${w.organization.id}/audit-log?limit=1`);
    expect(log.items[0]).toMatchObject({ action: 'updateChangeRequest', after: { issueUrl: address } });
    await change({ issueUrl: '' });
    expect(await read()).not.toHaveProperty('issueUrl');
  });
});

describe('the size of a change request', () => {
  const measure = async () => {
    const { db, clock } = await testApp();
    await readAllEvents(db, sizeReader);
    await runDueJobs(db, sizeJobs, clock);
  };
  const edit = (changes: object[]) => as(w.editor).post(`${url}/content`, { changes });

  it('counts pages and lines after each change, in lists too', async () => {
    const { start } = written;
    const update = (markdown: string) =>
      edit([{ operation: 'update_page', page: start.id, document: { markdown } }]);
    const { markdown } = (
      await as(w.reader).get(`/v1/spaces/${written.space.id}/content/page/${start.id}?format=markdown`)
    ).body;
    await update(`${markdown.trimEnd()}\n\nOne\nTwo`);
    await edit([{ operation: 'insert_page', title: 'New', document: { markdown: 'a\nb\nc' } }]);
    expect(await read()).not.toHaveProperty('size');
    await measure();
    expect((await read()).size).toEqual({ pages: 2, others: 0, addedLines: 6, removedLines: 0 });
    await update('Gone');
    expect(await read()).not.toHaveProperty('size');
    await measure();
    const { size } = await read();
    expect(size).toMatchObject({ pages: 2, addedLines: 4 });
    expect(size.removedLines).toBeGreaterThan(0);
    const { items } = (
      await as(w.reader).get(`/v1/orgs/${w.organization.id}/change-requests?space=${written.space.id}`)
    ).body;
    expect(items[0].size).toEqual(size);
  });

  it('counts a change of others once it is in the change request', async () => {
    await edit([{ operation: 'insert_page', title: 'New' }]);
    await as(w.reviewer).post(`/v1/spaces/${written.space.id}/content`, {
      changes: [{ operation: 'insert_page', title: 'Another' }],
    });
    await measure();
    expect((await read()).size).toMatchObject({ pages: 1 });
    expect((await as(w.editor).post(`${url}/update`)).body.result).toBe('update');
    await measure();
    expect((await read()).size).toMatchObject({ pages: 1 });
  });
});

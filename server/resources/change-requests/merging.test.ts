import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createWrittenSpace } from '#server/test/content-factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { anonymous, as } from '#server/test/test-app.ts';

let w: OrganizationFixture;
let written: Awaited<ReturnType<typeof createWrittenSpace>>;
let list: string;

beforeAll(async () => {
  w = await createOrganizationFixture();
});
beforeEach(async () => {
  written = await createWrittenSpace({ organizationId: w.organization.id, defaultLevel: 'inherit' });
  list = `/v1/spaces/${written.space.id}/change-requests`;
  await as(w.editor).post(list, { subject: 'First' });
  await as(w.editor).post(list, { subject: 'Second' });
});

const post = (path: string, body?: object, who: Parameters<typeof as>[0] = w.reviewer) =>
  as(who).post(`${list}/${path}`, body);
const request = async (number: number) => (await as(w.reader).get(`${list}/${number}`)).body;
const rewrite = (page: string, markdown: string) => ({
  operation: 'update_page',
  page,
  document: { markdown },
});
const edit = (number: number, ...changes: object[]) => post(`${number}/content`, { changes }, w.editor);
const markdownOf = async (base: string, page: string) =>
  (await as(w.reader).get(`${base}/content/page/${page}?format=markdown`)).body.markdown;
const spaceUrl = () => `/v1/spaces/${written.space.id}`;

describe.each(['merge', 'update'])('%s of a change request', (operation) => {
  it('needs a token and a visible change request', async () => {
    expect((await post(`1/${operation}`, undefined, anonymous)).status).toBe(401);
    expect((await post(`1/${operation}`, undefined, w.outsider)).status).toBe(404);
    expect((await post(`77/${operation}`)).status).toBe(404);
  });

  it('returns 403 without the permission', async () => {
    const weak = operation === 'merge' ? w.editor : w.commenter;
    expect((await post(`1/${operation}`, undefined, weak)).status).toBe(403);
  });

  it('returns 409 for a closed change request', async () => {
    await as(w.editor).patch(`${list}/1`, { status: 'archived' });
    expect((await post(`1/${operation}`)).status).toBe(409);
    expect((await post('2/merge')).status).toBe(200);
    expect((await post(`2/${operation}`)).status).toBe(409);
  });

  it('changes nothing on conflicts, and returns the current revision', async () => {
    await edit(1, rewrite(written.start.id, '# Start\n\nUno\n\nTwo\n'));
    await edit(2, rewrite(written.start.id, '# Start\n\nEin\n\nTwo\n'));
    await post('1/merge');
    const before = { request: await request(2), space: (await as(w.reader).get(spaceUrl())).body };
    expect(before.request.outdated).toBe(true);
    const response = await post(`2/${operation}`);
    const revision = operation === 'merge' ? before.space.revision : before.request.revision;
    expect(response).toMatchObject({ status: 200, body: { result: 'conflicts', revision } });
    expect(await request(2)).toEqual(before.request);
    expect((await as(w.reader).get(spaceUrl())).body).toEqual(before.space);
  });
});

describe('mergeChangeRequest', () => {
  it('merges both sets of edits into the space', async () => {
    await edit(1, rewrite(written.start.id, '# Start\n\nUno\n\nTwo\n'), {
      operation: 'insert_page',
      title: 'New page',
      into: written.start.id,
      at: 0,
    });
    await edit(2, rewrite(written.start.id, '# Start\n\nOne\n\nTwo\n\nThree\n'), {
      operation: 'delete_page',
      page: written.other.id,
    });
    await post('1/merge');
    const response = await post('2/merge');
    expect(response.body.result).toBe('merge');
    expect(await markdownOf(spaceUrl(), written.start.id)).toBe('# Start\n\nUno\n\nTwo\n\nThree\n');
    const { body } = await as(w.reader).get(`${spaceUrl()}/content`);
    expect(body).toMatchObject({
      id: response.body.revision,
      type: 'merge',
      pages: [{ title: 'Start', pages: [{ title: 'New page' }, { title: 'Deep' }] }],
    });
    expect(body.pages).toHaveLength(1);
    expect(await request(2)).toMatchObject({ status: 'merged', revisionMerged: response.body.revision });
    expect((await as(w.reader).get(spaceUrl())).body).toMatchObject({
      revision: response.body.revision,
      changeRequests: 2,
      changeRequestsOpen: 0,
      changeRequestsDraft: 0,
    });
  });

  it('merges two at the same time one after the other', async () => {
    await edit(1, rewrite(written.start.id, '# Start\n\nUno\n\nTwo\n'));
    await edit(2, rewrite(written.start.id, '# Start\n\nOne\n\nTwo\n\nThree\n'));
    const responses = await Promise.all([post('1/merge'), post('2/merge'), post('1/merge')]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 200, 409]);
    expect(await markdownOf(spaceUrl(), written.start.id)).toBe('# Start\n\nUno\n\nTwo\n\nThree\n');
  });
});

describe('updateChangeRequestFromMain', () => {
  it("merges the space's newer changes", async () => {
    await edit(1, rewrite(written.start.id, '# Start\n\nUno\n\nTwo\n'));
    await edit(2, rewrite(written.deep.id, 'Deeper\n'));
    await post('1/merge');
    const response = await post('2/update', undefined, w.editor);
    expect(response).toMatchObject({ status: 200, body: { result: 'update' } });
    const now = await request(2);
    expect(now).toMatchObject({ outdated: false, revision: response.body.revision, status: 'draft' });
    expect(now.revisionMergedAncestor).toBe((await as(w.reader).get(spaceUrl())).body.revision);
    expect(await markdownOf(`${list}/2`, written.start.id)).toBe('# Start\n\nUno\n\nTwo\n');
    expect(await markdownOf(`${list}/2`, written.deep.id)).toBe('Deeper\n');
    expect((await as(w.reader).get(`${list}/2/changes`)).body.changes).toMatchObject([
      { type: 'page_edited', page: { id: written.deep.id, attributes: ['markdown'] } },
    ]);
  });

  it('changes nothing if the change request is up to date', async () => {
    const before = await request(1);
    expect((await post('1/update')).body).toEqual({ result: 'update', revision: before.revision });
    expect(await request(1)).toEqual(before);
  });
});

describe('edits of different sentences of a paragraph', () => {
  const paragraph = (first: string, last: string) => `${first} the lamp. Trim the wick. Light it at ${last}.`;
  const text = (...sentences: [string, string]) => `# Start\n\n${paragraph(...sentences)}\n`;
  const joined = () => ({
    page: written.start.id,
    title: 'Start',
    base: paragraph('Fill', 'dusk'),
    space: paragraph('Clean', 'dusk'),
    changeRequest: paragraph('Fill', 'sunset'),
    merged: paragraph('Clean', 'sunset'),
  });

  it.each(['merge', 'update'])('are both kept by a %s, which names the paragraph', async (operation) => {
    await edit(1, rewrite(written.start.id, text('Fill', 'dusk')));
    await post('1/merge');
    for (const [number, words] of [
      ['Clean', 'dusk'],
      ['Fill', 'sunset'],
    ].entries()) {
      await as(w.editor).post(list, { subject: 'A sentence' });
      await edit(number + 3, rewrite(written.start.id, text(words[0] ?? '', words[1] ?? '')));
    }
    expect((await post('3/merge')).body).not.toHaveProperty('paragraphs');
    const before = (await as(w.reader).get(`${list}/4/conflicts`)).body;
    expect(before).toMatchObject({ conflicts: [], paragraphs: [joined()] });
    const { body } = await post(`4/${operation}`);
    expect(body).toMatchObject({ result: operation, paragraphs: [joined()] });
    const base = operation === 'merge' ? spaceUrl() : `${list}/4`;
    expect(await markdownOf(base, written.start.id)).toBe(text('Clean', 'sunset'));
    expect((await as(w.reader).get(`${list}/4/conflicts`)).body).not.toHaveProperty('paragraphs');
  });

  it('are both kept in a reusable content', async () => {
    const insert = { operation: 'insert_reusable_content', title: 'Lamps' };
    await edit(1, { ...insert, document: { markdown: paragraph('Fill', 'dusk') } });
    await post('1/merge');
    const { body: found } = await as(w.reader).get(`${spaceUrl()}/content`);
    const id: string = found.reusableContents[0].id;
    for (const [number, words] of [
      ['Clean', 'dusk'],
      ['Fill', 'sunset'],
    ].entries()) {
      await as(w.editor).post(list, { subject: 'A sentence' });
      const markdown = paragraph(words[0] ?? '', words[1] ?? '');
      const change = { operation: 'update_reusable_content', reusableContent: id, document: { markdown } };
      await edit(number + 3, change);
    }
    await post('3/merge');
    const { page, ...versions } = joined();
    expect(page).toBeTruthy();
    expect((await post('4/merge')).body.paragraphs).toEqual([
      { ...versions, reusableContent: id, title: 'Lamps' },
    ]);
  });
});

describe('getChangeRequestConflicts', () => {
  it('needs a token and a visible change request', async () => {
    expect((await as(anonymous).get(`${list}/1/conflicts`)).status).toBe(401);
    expect((await as(w.outsider).get(`${list}/1/conflicts`)).status).toBe(404);
  });

  it('shows each version, and edits with `resolves` resolve the conflicts', async () => {
    await edit(1, rewrite(written.start.id, '# Start\n\nUno\n\nTwo\n'), rewrite(written.deep.id, 'Deeper\n'));
    await edit(2, rewrite(written.start.id, '# Start\n\nEin\n\nTwo\n'));
    expect((await as(w.reader).get(`${list}/2/conflicts`)).body.conflicts).toEqual([]);
    await post('1/merge');
    const { body } = await as(w.reader).get(`${list}/2/conflicts`);
    const there = { title: 'Start', path: 'start', slug: 'start', parent: null };
    expect(body.conflicts).toEqual([
      {
        page: written.start.id,
        title: 'Start',
        attributes: ['markdown'],
        base: { ...there, markdown: '# Start\n\nOne\n\nTwo\n' },
        space: { ...there, markdown: '# Start\n\nUno\n\nTwo\n' },
        changeRequest: { ...there, markdown: '# Start\n\nEin\n\nTwo\n' },
      },
    ]);
    const { spaceRevision: resolves } = body;
    const resolve = (changes: object[], more: object) => post('2/content', { changes, ...more }, w.editor);
    const both = rewrite(written.start.id, '# Start\n\nUno e ein\n\nTwo\n');
    expect((await resolve([both], { resolves: written.revisionId })).status).toBe(409);
    const partial = await resolve([rewrite(written.other.id, 'Else\n')], { resolves });
    expect(partial.status).toBe(409);
    expect(partial.body.error.message).toContain('"Start"');
    expect((await resolve([both], { resolves })).status).toBe(200);
    expect(await request(2)).toMatchObject({ outdated: false, revisionMergedAncestor: resolves });
    expect(await markdownOf(`${list}/2`, written.deep.id)).toBe('Deeper\n');
    expect((await post('2/merge')).body.result).toBe('merge');
    expect(await markdownOf(spaceUrl(), written.start.id)).toBe('# Start\n\nUno e ein\n\nTwo\n');
  });

  it('shows parent, emoji and description of each version, and all can be resolved', async () => {
    const { start, other, deep } = written;
    const moved = (into: string, emoji: string, description: string) => ({
      operation: 'update_page',
      page: other.id,
      into,
      emoji,
      description,
    });
    await edit(1, moved(start.id, '🦉', 'Of owls'));
    await edit(2, moved(deep.id, '🐦', 'Of birds'));
    await post('1/merge');
    const { body } = await as(w.reader).get(`${list}/2/conflicts`);
    expect(body.conflicts).toMatchObject([
      {
        page: other.id,
        attributes: ['emoji', 'description', 'parent'],
        base: { parent: null },
        space: { parent: start.id, parentTitle: 'Start', emoji: '🦉', description: 'Of owls' },
        changeRequest: { parent: deep.id, emoji: '🐦', description: 'Of birds' },
      },
    ]);
    expect(body.conflicts[0].base).not.toHaveProperty('emoji');
    const back = { operation: 'update_page', page: other.id, into: null, emoji: '', description: 'Of owls' };
    const resolution = { changes: [back], resolves: body.spaceRevision };
    expect((await post('2/content', resolution, w.editor)).status).toBe(200);
    expect((await post('2/merge')).body.result).toBe('merge');
    const tree = (await as(w.reader).get(`${spaceUrl()}/content/pages`)).body.pages;
    const page = tree.find(({ id }: { id: string }) => id === other.id);
    expect(page).toMatchObject({ description: 'Of owls' });
    expect(page).not.toHaveProperty('emoji');
  });

  it('shows the nearest remaining ancestor as the parent of a version', async () => {
    const { start, other, deep } = written;
    await edit(1, { operation: 'update_page', page: other.id, into: start.id });
    await edit(2, { operation: 'update_page', page: other.id, into: deep.id });
    await edit(1, { operation: 'delete_page', page: deep.id });
    await post('1/merge');
    const { body } = await as(w.reader).get(`${list}/2/conflicts`);
    expect(body.conflicts).toMatchObject([
      { page: other.id, attributes: ['parent'], changeRequest: { parent: start.id, parentTitle: 'Start' } },
    ]);
  });

  it('can keep a page that one version deleted', async () => {
    await edit(1, { operation: 'delete_page', page: written.other.id });
    await edit(2, rewrite(written.other.id, 'Still needed\n'));
    await post('1/merge');
    const { body } = await as(w.reader).get(`${list}/2/conflicts`);
    expect(body.conflicts).toMatchObject([{ page: written.other.id, attributes: ['page'] }]);
    expect(body.conflicts[0]).not.toHaveProperty('space');
    const keep = { changes: [rewrite(written.other.id, 'Kept\n')], resolves: body.spaceRevision };
    expect((await post('2/content', keep, w.editor)).status).toBe(200);
    expect((await post('2/merge')).body.result).toBe('merge');
    expect(await markdownOf(spaceUrl(), written.other.id)).toBe('Kept\n');
  });
});

describe('a merge without changes', () => {
  it('closes the change request and leaves the pages unchanged', async () => {
    const before = (await as(w.reader).get(`${spaceUrl()}/content/pages`)).body.pages;
    const { revision: spaceRevision } = (await as(w.reader).get(spaceUrl())).body;
    expect(await request(1)).toMatchObject({ revision: spaceRevision, revisionInitial: spaceRevision });
    const { status, body } = await post('1/merge');
    expect([status, body.result]).toEqual([200, 'merge']);
    expect(await request(1)).toMatchObject({ status: 'merged', revisionMerged: body.revision });
    expect((await as(w.reader).get(`${spaceUrl()}/content/pages`)).body.pages).toEqual(before);
    expect((await request(2)).outdated).toBe(true);
  });
});

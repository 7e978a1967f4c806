import { beforeAll, describe, expect, it } from 'vitest';
import { documentIdOf, nodeIdOf } from '#server/content/pages/storage.ts';
import { createWrittenSpace, writeContent } from '#server/test/content-factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { as } from '#server/test/test-app.ts';

let w: OrganizationFixture;
beforeAll(async () => {
  w = await createOrganizationFixture();
});

async function createSpace(defaultLevel: 'comment' | 'read' | 'inherit' = 'comment') {
  const written = await createWrittenSpace({ organizationId: w.organization.id, defaultLevel });
  const url = `/v1/spaces/${written.space.id}/comments`;
  const comment = (target: object) => as(w.commenter).post(url, { body: { markdown: 'Hm.' }, ...target });
  return { ...written, url, comment };
}

describe('the target of a comment', () => {
  it('is a page at any level of the tree', async () => {
    const { comment, deep, space, revisionId } = await createSpace();
    const { status, body } = await comment({ page: deep.id });
    expect(status).toBe(200);
    expect(body.target).toEqual({
      space: space.id,
      revision: revisionId,
      page: {
        id: deep.id,
        title: 'Deep',
        path: 'start/deep',
        createdAt: '2026-01-01T00:00:00.000Z',
        updatedAt: '2026-01-01T00:00:00.000Z',
        outdated: false,
      },
    });
  });

  it('is a block of the page, with the beginning of its text', async () => {
    const { comment, start, deep } = await createSpace();
    const node = nodeIdOf('Two');
    const { body } = await comment({ page: start.id, node });
    expect(body.target.node).toEqual({ id: node, preview: 'Two' });
    const elsewhere = await comment({ page: deep.id, node });
    expect(elsewhere.status).toBe(400);
    expect(elsewhere.body.error.details[0].path).toBe('body.node');
  });

  it('follows its block through edits, and is outdated when the block is removed', async () => {
    const { comment, space, start, url } = await createSpace();
    const [one, two] = [nodeIdOf('One'), nodeIdOf('Two')];
    const onOne = (await comment({ page: start.id, node: one })).body.id;
    const onTwo = (await comment({ page: start.id, node: two })).body.id;
    const resolved = (await comment({ page: start.id, node: two })).body.id;
    await as(w.commenter).put(`${url}/${resolved}`, { resolved: true });
    const rewrite = (text: string) => writeContent(space, [{ id: start.id, title: 'Start', text }]);
    const targetOf = async (id: string) => {
      const { target } = (await as(w.reader).get(`${url}/${id}`)).body;
      return [target.node.id, target.page.outdated];
    };
    await rewrite('# Start\n\nNew\n\nOne\n\nTwo is more\n');
    expect(await targetOf(onOne)).toEqual([one, false]);
    expect(await targetOf(onTwo)).toEqual([nodeIdOf('Two is more'), false]);
    expect(await targetOf(resolved)).toEqual([two, true]);
    await rewrite('Two is more\n\n# Start\n');
    expect(await targetOf(onOne)).toEqual([one, true]);
    await rewrite('# Start\n\nOne\n\nTwo\n');
    expect(await targetOf(onOne)).toEqual([one, false]);
    expect(await targetOf(onTwo)).toEqual([two, false]);
  });

  it('can be filtered by page', async () => {
    const { comment, start, deep, url } = await createSpace();
    const { body } = await comment({ page: start.id });
    await comment({ page: deep.id });
    const { items, count } = (await as(w.reader).get(`${url}?targetPage=${start.id}`)).body;
    expect(count).toBe(1);
    expect(items[0].id).toBe(body.id);
  });

  it('is outdated when the page has changed, and keeps its title when the page is deleted', async () => {
    const { comment, space, start, deep, other, url } = await createSpace();
    const onStart = (await comment({ page: start.id })).body.id;
    const onDeep = (await comment({ page: deep.id })).body.id;
    const onOther = (await comment({ page: other.id })).body.id;
    await writeContent(space, [
      { id: start.id, title: 'Begin', text: 'Other words' },
      { id: other.id, title: 'Other', documentId: other.documentId ?? documentIdOf('') },
    ]);
    const { items } = (await as(w.reader).get(url)).body;
    const pages = Object.fromEntries(
      items.map((item: { id: string; target: { page: object } }) => [item.id, item.target.page]),
    );
    expect(pages[onStart]).toMatchObject({ title: 'Begin', path: 'begin', outdated: true });
    expect(pages[onDeep]).toMatchObject({ title: 'Deep', path: 'start/deep', outdated: true });
    expect(pages[onOther]).toMatchObject({ title: 'Other', outdated: false });
    const late = await comment({ page: deep.id });
    expect(late.status).toBe(400);
    expect(late.body.error.details[0].path).toBe('body.page');
  });
});

describe('the words that a comment is about', () => {
  const text =
    '# Lamps\n\nFill **the lamp** daily. Then trim it.\n\n{% hint style="info" %}\nThe lamp is old.\n{% endhint %}\n\n- One\n- Two\n';

  async function createLamps(level: 'comment' | 'inherit' = 'comment') {
    const created = await createSpace(level);
    const { comment, space, start, url } = created;
    const write = (now: string) => writeContent(space, [{ id: start.id, title: 'Start', text: now }]);
    await write(text);
    const quote = (words: string, around: object = {}) =>
      comment({ page: start.id, quote: { text: words, ...around } });
    const read = async (id: string) => (await as(w.reader).get(`${url}/${id}`)).body;
    return { ...created, write, quote, read };
  }

  it('are shown with what stands around them, on the block that they begin in', async () => {
    const { quote } = await createLamps();
    const { status, body } = await quote('the lamp** daily');
    expect(status).toBe(200);
    expect(body.quote).toEqual({
      text: 'the lamp** daily',
      before: '# Lamps\n\nFill **',
      after: '. Then trim it.\n\n{% hint style="info" %}\nThe lamp is old.\n{% end',
      outdated: false,
    });
    const line = 'Fill **the lamp** daily. Then trim it.';
    expect(body.target.node).toEqual({ id: nodeIdOf(line), preview: 'the lamp daily' });
    const inHint = await quote(' lamp is');
    expect(inHint.body.quote.text).toBe('lamp is');
    expect(inHint.body.target.node).toEqual({ id: nodeIdOf('The lamp is old.'), preview: 'lamp is' });
    const overBlocks = await quote('trim it.\r\n\r\n{% hint style="info" %}\r\nThe');
    expect(overBlocks.body.target.node.id).toBe(nodeIdOf(line));
  });

  it('are those of equal ones that stand where they say', async () => {
    const { quote } = await createLamps();
    const second = await quote('lamp', { before: 'The ', after: ' is old.' });
    expect(second.body.target.node.id).toBe(nodeIdOf('The lamp is old.'));
    const first = await quote('lamp', { before: 'Fill **the ' });
    expect(first.body.target.node.id).toBe(nodeIdOf('Fill **the lamp** daily. Then trim it.'));
  });

  it('are followed through edits around them, and outdated while they are changed', async () => {
    const { quote, read, write } = await createLamps();
    const { id } = (await quote('trim it')).body;
    const resolved = (await quote('trim it')).body.id;
    await write(
      `New.\r\n\r\n${text.replace('Then trim it', 'Each day trim it well').replaceAll('\n', '\r\n')}`,
    );
    const followed = await read(id);
    expect(followed.quote).toMatchObject({ text: 'trim it', outdated: false });
    expect(followed.quote.before).toMatch(/Each day $/);
    expect(followed.target.page.outdated).toBe(false);
    await write(text.replace('trim it', 'leave it'));
    const changed = await read(id);
    expect(changed.quote).toMatchObject({
      text: 'trim it',
      before: expect.stringMatching(/Then $/),
      outdated: true,
    });
    // Still on its block, with its words.
    expect(changed.target.node).toEqual({
      id: nodeIdOf('Fill **the lamp** daily. Then leave it.'),
      preview: 'trim it',
    });
    expect(changed.target.page.outdated).toBe(false);
    await write('Gone.\n');
    const gone = await read(id);
    expect([gone.quote.outdated, gone.target.page.outdated, gone.target.node.preview]).toEqual([
      true,
      true,
      'trim it',
    ]);
    await write(text);
    expect([(await read(id)).quote.outdated, (await read(resolved)).quote.outdated]).toEqual([false, false]);
  });

  it('of a resolved comment are not looked for', async () => {
    const { quote, read, write, url } = await createLamps();
    const { id } = (await quote('trim it')).body;
    await as(w.commenter).put(`${url}/${id}`, { resolved: true });
    expect((await read(id)).quote.outdated).toBe(false);
    await write(`${text}\nMore.\n`);
    expect((await read(id)).quote).toMatchObject({ text: 'trim it', outdated: true });
  });

  it.each([
    ['words that the page does not have', { quote: { text: 'no such words' } }, 'body.quote.text'],
    ['blanks', { quote: { text: ' ' } }, 'body.quote.text'],
    ['too many words', { quote: { text: 'a'.repeat(2001) } }, 'body.quote.text'],
    ['too much around them', { quote: { text: 'lamp', before: 'a'.repeat(201) } }, 'body.quote.before'],
    ['no page', { page: undefined, quote: { text: 'lamp' } }, 'body.page'],
    ['a block that the page does not have', { node: 'none', quote: { text: 'lamp' } }, 'body.node'],
  ])('are refused with %s', async (_, target, path) => {
    const { comment, start } = await createLamps();
    const { status, body } = await comment({ page: start.id, ...target });
    expect([status, body.error.details[0].path]).toEqual([400, path]);
  });

  it('need the permission to comment', async () => {
    const { start, url } = await createSpace('read');
    const body = { page: start.id, body: { markdown: 'Hm.' }, quote: { text: 'One' } };
    expect((await as(w.reader).post(url, body)).status).toBe(403);
    expect((await as(w.outsider).post(url, body)).status).toBe(404);
  });

  it('stay through a merge, in a change request and in reviews', async () => {
    const { space, start, revisionId, read: readOnSpace, quote } = await createLamps('inherit');
    const onSpace = (await quote('trim it')).body.id;
    const requests = `/v1/spaces/${space.id}/change-requests`;
    const { id } = (await as(w.admin).post(requests, {})).body;
    const url = `${requests}/${id}`;
    await as(w.admin).post(`${url}/content`, {
      changes: [{ operation: 'update_page', page: start.id, document: { markdown: `New.\n\n${text}` } }],
    });
    const created = await as(w.admin).post(`${url}/comments`, {
      ...{ page: start.id, body: 'Hm.', quote: { text: 'New' } },
    });
    expect(created.body.quote).toMatchObject({ text: 'New', before: '', outdated: false });
    // The words are from the revision that the comment names.
    const before = await as(w.admin).post(`${url}/comments`, {
      ...{ page: start.id, body: 'Hm.', revision: revisionId, quote: { text: 'New' } },
    });
    expect(before.status).toBe(400);
    const review = await as(w.reviewer).post(`${url}/reviews`, {
      ...{ status: 'approved', comments: [{ page: start.id, body: 'Hm.', quote: { text: 'One' } }] },
    });
    expect([review.status, review.body.error?.message]).toEqual([201, undefined]);
    const merged = await as(w.admin).post(`${url}/merge`, {});
    expect(merged.status).toBe(200);
    const { items } = (await as(w.reader).get(`${url}/comments?order=asc`)).body;
    expect(items.map(({ quote: { text: words, outdated } }: never) => [words, outdated])).toEqual([
      ['New', false],
      ['One', false],
    ]);
    expect((await readOnSpace(onSpace)).quote).toMatchObject({ text: 'trim it', outdated: false });
  });
});

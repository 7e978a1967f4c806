import { beforeAll, describe, expect, it } from 'vitest';
import { createChangeRequest, createWrittenSpace } from '#server/test/content-factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { anonymous, as, testApp } from '#server/test/test-app.ts';

let w: OrganizationFixture;
beforeAll(async () => {
  w = await createOrganizationFixture();
});

const ids = (body: { items: { id: string }[] }) => body.items.map(({ id }) => id);

/** A space with a change request, and the comments URL of one of them. */
async function createCommentBase(on: 'space' | 'change request') {
  const { space } = await createWrittenSpace({ organizationId: w.organization.id, defaultLevel: 'inherit' });
  const changeRequest = await createChangeRequest(space.id);
  const base =
    on === 'space' ? `/v1/spaces/${space.id}` : `/v1/spaces/${space.id}/change-requests/${changeRequest.id}`;
  const url = `${base}/comments`;
  const post = async (markdown: string, who = w.commenter) => {
    const { status, body } = await as(who).post(url, { body: { markdown } });
    expect({ status, body }).toMatchObject({ status: 200 });
    return body;
  };
  /** Open counts of the space and the change request; the commented base first. */
  const counts = async () => {
    const { db } = await testApp();
    const { comments_open: inSpace } = await db
      .selectFrom('spaces')
      .select('comments_open')
      .where('id', '=', space.id)
      .executeTakeFirstOrThrow();
    const { comments_open: inRequest } = await db
      .selectFrom('change_requests')
      .select('comments_open')
      .where('id', '=', changeRequest.id)
      .executeTakeFirstOrThrow();
    return on === 'space' ? [inSpace, inRequest] : [inRequest, inSpace];
  };
  return { space, changeRequest, base, url, post, counts };
}

describe.each(['space', 'change request'] as const)('comments on a %s', (on) => {
  it('need a token and a visible space', async () => {
    const { url, post } = await createCommentBase(on);
    const commentUrl = `${url}/${(await post('Hm.')).id}`;
    const body = { body: { markdown: 'x' } };
    for (const send of [
      (who: Parameters<typeof as>[0]) => as(who).get(url),
      (who: Parameters<typeof as>[0]) => as(who).post(url, body),
      (who: Parameters<typeof as>[0]) => as(who).get(commentUrl),
      (who: Parameters<typeof as>[0]) => as(who).put(commentUrl, { resolved: true }),
      (who: Parameters<typeof as>[0]) => as(who).delete(commentUrl),
    ]) {
      expect((await send(anonymous)).status).toBe(401);
      expect((await send(w.outsider)).status).toBe(404);
      expect((await send(w.guest)).status).toBe(404);
      expect((await send(w.disabled)).status).toBe(403);
    }
  });

  it.each([
    ['no body', {}, 'body.body'],
    ['an empty body', { body: {} }, 'body.body'],
    ['blank markdown', { body: { markdown: ' \n ' } }, 'body.body.markdown'],
    ['both forms', { body: { markdown: 'x', document: { type: 'document' } } }, 'body.body'],
    ['a document without a type', { body: { document: {} } }, 'body.body.document.type'],
    ['NUL', { body: { markdown: 'a\0b' } }, 'body.body.markdown'],
    ['a lone surrogate', { body: { markdown: 'a\ud83d' } }, 'body.body.markdown'],
    [
      'NUL deep in a document',
      { body: { document: { type: 'x', more: ['\0'] } } },
      'body.body.document.more[0]',
    ],
    ['an unknown page', { body: { markdown: 'x' }, page: 'nobody' }, 'body.page'],
    ['a node without a page', { body: { markdown: 'x' }, node: 'block' }, 'body.page'],
  ])('reject %s', async (_what, body, path) => {
    const { url, counts } = await createCommentBase(on);
    const response = await as(w.commenter).post(url, body);
    expect(response.status).toBe(400);
    expect(response.body.error.details[0].path).toBe(path);
    expect(await counts()).toEqual([0, 0]);
  });

  it('are written by those who may comment', async () => {
    const { url, space, changeRequest, counts } = await createCommentBase(on);
    const denied = await as(w.reader).post(url, { body: { markdown: 'x' } });
    expect(denied.status).toBe(403);
    expect(denied.body.error.message).toContain('comment');
    const markdown = 'Is this **still** so? \u202Eשלום\u202C 👩‍👩‍👧‍👦';
    const { status, body } = await as(w.commenter).post(url, { body: { markdown } });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      object: 'comment',
      postedBy: { id: w.commenter.id, displayName: 'Cora Commenter' },
      reactions: [],
      replies: 0,
      body: { markdown },
      target: { space: space.id, revision: expect.any(String) },
      permissions: { view: true, edit: true, reply: true, delete: true },
      status: 'open',
    });
    expect(body.target.changeRequest).toBe(on === 'space' ? undefined : changeRequest.id);
    expect(body).not.toHaveProperty('editedAt');
    expect(body.urls.location).toContain(`${url}/${body.id}`);
    expect(await counts()).toEqual([1, 0]);
    const { db } = await testApp();
    const entry = await db
      .selectFrom('audit_log')
      .selectAll()
      .where('target_id', '=', body.id)
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({
      action: on === 'space' ? 'createSpaceComment' : 'createChangeRequestComment',
      actor_id: w.commenter.id,
      target_kind: 'comment',
      organization_id: w.organization.id,
    });
  });

  it('are returned as a tree or as markdown', async () => {
    const { url, post } = await createCommentBase(on);
    const { id } = await post('Say **so**');
    const read = async (query: string) => (await as(w.reader).get(`${url}/${id}${query}`)).body;
    expect(await read('?format=markdown')).toMatchObject({
      body: { markdown: 'Say **so**' },
      permissions: { view: true, edit: false, reply: false, delete: false },
    });
    const tree = await read('');
    expect(tree.body).toEqual({ document: expect.objectContaining({ object: 'document' }) });
    expect(await read('?format=document')).toEqual(tree);
    expect((await as(w.reader).get(`${url}/${id}?format=html`)).status).toBe(400);
    expect((await as(w.reader).get(`${url}/nobody`)).status).toBe(404);
  });

  it('return a document of the former form as one of the definition', async () => {
    const { url } = await createCommentBase(on);
    const document = {
      type: 'document',
      nodes: [{ type: 'paragraph', nodes: [{ type: 'text', text: 'Yes' }] }],
    };
    const { status, body } = await as(w.commenter).post(url, { body: { document } });
    expect(status).toBe(200);
    expect(body.body).toMatchObject({
      document: { object: 'document', nodes: [{ object: 'block', nodes: [{ leaves: [{ text: 'Yes' }] }] }] },
    });
    expect((await as(w.reader).get(`${url}/${body.id}`)).body.body).toEqual(body.body);
    expect((await as(w.reader).get(`${url}/${body.id}?format=markdown`)).body.body).toEqual({
      markdown: 'Yes',
    });
  });

  it('are listed in either order, by state, page and author, page by page', async () => {
    const { url, post } = await createCommentBase(on);
    const created: string[] = [];
    for (const who of [w.commenter, w.editor, w.admin]) created.push((await post('Hm.', who)).id);
    const [first = '', second = '', third = ''] = created;
    await as(w.editor).put(`${url}/${second}`, { resolved: true });
    const list = async (query: string) => ids((await as(w.reader).get(`${url}?${query}`)).body);
    expect(await list('')).toEqual([third, second, first]);
    expect(await list('order=asc')).toEqual([first, second, third]);
    expect(await list('status=open')).toEqual([third, first]);
    expect(await list('status=resolved')).toEqual([second]);
    expect(await list(`authors=${w.admin.id}`)).toEqual([third]);
    expect(await list(`authors=${w.admin.id}&authors=${w.commenter.id}`)).toEqual([third, first]);
    expect(await list('targetPage=nobody')).toEqual([]);
    for (const query of ['status=closed', 'order=up', 'limit=0']) {
      expect((await as(w.reader).get(`${url}?${query}`)).status).toBe(400);
    }
    const page = await as(w.reader).get(`${url}?limit=2`);
    expect(page.body).toMatchObject({ count: 3, items: [{ id: third }, { id: second }] });
    const rest = await as(w.reader).get(`${url}?limit=2&page=${page.body.next.page}`);
    expect(ids(rest.body)).toEqual([first]);
    const secondPage = await as(w.reader).get(`${url}?limit=2&status=open&page=${page.body.next.page}`);
    expect(secondPage.status).toBe(400);
  });

  it('are resolved and reopened by those who may comment, and counted while open', async () => {
    const { url, post, counts } = await createCommentBase(on);
    const commentUrl = `${url}/${(await post('Hm.', w.editor)).id}`;
    expect((await as(w.reader).put(commentUrl, { resolved: true })).status).toBe(403);
    const resolved = await as(w.commenter).put(commentUrl, { resolved: true });
    expect(resolved.body).toMatchObject({
      status: 'resolved',
      resolvedAt: expect.any(String),
      resolvedBy: { id: w.commenter.id },
    });
    expect(resolved.body).not.toHaveProperty('editedAt');
    expect(await counts()).toEqual([0, 0]);
    // Resolving twice changes nothing, not even `resolvedBy`.
    const again = await as(w.editor).put(commentUrl, { resolved: true });
    expect(again.body).toEqual({ ...resolved.body, permissions: again.body.permissions });
    expect(await counts()).toEqual([0, 0]);
    const open = await as(w.editor).put(commentUrl, { resolved: false });
    expect(open.body.status).toBe('open');
    expect(open.body).not.toHaveProperty('resolvedAt');
    expect(open.body).not.toHaveProperty('resolvedBy');
    expect(await counts()).toEqual([1, 0]);
  });

  it('are edited by their author only', async () => {
    const { url, post } = await createCommentBase(on);
    const commentUrl = `${url}/${(await post('Hm.')).id}`;
    const denied = await as(w.admin).put(commentUrl, { body: { markdown: 'Other words' } });
    expect(denied.status).toBe(403);
    expect((await as(w.commenter).put(commentUrl, { body: { markdown: '' } })).status).toBe(400);
    const same = await as(w.commenter).put(commentUrl, { body: {} });
    expect(same.body.body).toEqual({ markdown: 'Hm.' });
    expect(same.body).not.toHaveProperty('editedAt');
    const edited = await as(w.commenter).put(commentUrl, { body: { markdown: 'Other words' } });
    expect(edited.body).toMatchObject({ body: { markdown: 'Other words' }, editedAt: expect.any(String) });
  });

  it('are deleted by their author or by those who manage the space, with replies and reactions', async () => {
    const { url, post, counts } = await createCommentBase(on);
    const commentUrl = `${url}/${(await post('Hm.')).id}`;
    const otherReply = `${url}/${(await post('Done.')).id}`;
    await as(w.editor).post(`${commentUrl}/replies`, { body: { markdown: 'Yes.' } });
    await as(w.editor).put(commentUrl, { addedReactions: ['👍'] });
    expect((await as(w.reviewer).delete(commentUrl)).status).toBe(403);
    expect((await as(w.commenter).delete(commentUrl)).status).toBe(205);
    expect((await as(w.commenter).get(commentUrl)).status).toBe(404);
    expect((await as(w.commenter).get(`${commentUrl}/replies`)).status).toBe(404);
    expect((await as(w.commenter).delete(commentUrl)).status).toBe(404);
    expect(await counts()).toEqual([1, 0]);
    await as(w.commenter).put(otherReply, { resolved: true });
    expect((await as(w.creator).delete(otherReply)).status).toBe(205);
    expect(await counts()).toEqual([0, 0]);
  });
});

describe('a comment', () => {
  it('is found on its own base only', async () => {
    const inSpace = await createCommentBase('space');
    const { id } = await inSpace.post('Hm.');
    const request = `/v1/spaces/${inSpace.space.id}/change-requests/${inSpace.changeRequest.id}`;
    expect((await as(w.admin).get(`${request}/comments/${id}`)).status).toBe(404);
    const onRequest = await as(w.admin).post(`${request}/comments`, { body: { markdown: 'Hm.' } });
    const { id: otherId } = onRequest.body;
    expect((await as(w.admin).get(`${inSpace.url}/${otherId}`)).status).toBe(404);
    expect(ids((await as(w.admin).get(inSpace.url)).body)).toEqual([id]);
    const elsewhere = await createCommentBase('space');
    expect((await as(w.admin).get(`${elsewhere.url}/${id}`)).status).toBe(404);
  });

  it('stays readable after its change request is merged, also by its number', async () => {
    const { base, url, space, changeRequest, post } = await createCommentBase('change request');
    const { id } = await post('Hm.');
    const { db } = await testApp();
    await db
      .updateTable('change_requests')
      .set({ status: 'merged' })
      .where('id', '=', changeRequest.id)
      .execute();
    expect((await as(w.reader).get(`${url}/${id}`)).status).toBe(200);
    const byNumber = `/v1/spaces/${space.id}/change-requests/${changeRequest.number}/comments`;
    expect(byNumber).not.toContain(base);
    expect(ids((await as(w.reader).get(byNumber)).body)).toEqual([id]);
  });

  it('remains when the account of its author is deleted', async () => {
    const { url, post } = await createCommentBase('space');
    const { id } = await post('Hm.');
    const { db } = await testApp();
    await db.updateTable('comments').set({ posted_by: null }).where('id', '=', id).execute();
    const { body } = await as(w.reader).get(`${url}/${id}`);
    expect(body.postedBy).toMatchObject({ id: 'deleted', displayName: 'Deleted account' });
    expect(body.permissions.edit).toBe(false);
  });
});

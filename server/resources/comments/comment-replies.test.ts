import { beforeAll, describe, expect, it } from 'vitest';
import { createChangeRequest, createWrittenSpace } from '#server/test/content-factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { anonymous, as, testApp } from '#server/test/test-app.ts';

let w: OrganizationFixture;
beforeAll(async () => {
  w = await createOrganizationFixture();
});

/** A comment by the editor. */
async function createComment(on: 'space' | 'change request') {
  const { space } = await createWrittenSpace({ organizationId: w.organization.id, defaultLevel: 'inherit' });
  const { id } = await createChangeRequest(space.id);
  const base = on === 'space' ? `/v1/spaces/${space.id}` : `/v1/spaces/${space.id}/change-requests/${id}`;
  const { body } = await as(w.editor).post(`${base}/comments`, { body: { markdown: 'Hm.' } });
  const comment = `${base}/comments/${body.id}`;
  const url = `${comment}/replies`;
  const reply = async (markdown: string, who = w.commenter): Promise<string> => {
    const response = await as(who).post(url, { body: { markdown } });
    expect(response).toMatchObject({ status: 200 });
    return response.body.id;
  };
  const count = async () => (await as(w.reader).get(comment)).body.replies;
  return { base, comment, commentId: body.id, url, reply, count };
}

describe.each(['space', 'change request'] as const)('replies to a comment on a %s', (on) => {
  it('need a token and a visible space', async () => {
    const { url, reply } = await createComment(on);
    const replyUrl = `${url}/${await reply('Yes.')}`;
    for (const send of [
      (who: Parameters<typeof as>[0]) => as(who).get(url),
      (who: Parameters<typeof as>[0]) => as(who).post(url, { body: { markdown: 'x' } }),
      (who: Parameters<typeof as>[0]) => as(who).get(replyUrl),
      (who: Parameters<typeof as>[0]) => as(who).put(replyUrl, { addedReactions: ['👍'] }),
      (who: Parameters<typeof as>[0]) => as(who).delete(replyUrl),
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
    ['a lone surrogate', { body: { markdown: '\ud83d' } }, 'body.body.markdown'],
    ['a target of their own', { body: { markdown: 'x' }, page: 'start' }, 'body.page'],
  ])('reject %s', async (_what, body, path) => {
    const { url } = await createComment(on);
    const response = await as(w.commenter).post(url, body);
    expect(response.status).toBe(400);
    expect(response.body.error.details[0].path).toBe(path);
  });

  it('are written by those who may comment, counted, and listed oldest first', async () => {
    const { url, commentId, reply, count } = await createComment(on);
    expect((await as(w.reader).post(url, { body: { markdown: 'x' } })).status).toBe(403);
    const first = await reply('Yes.');
    const second = await reply('No. 😀', w.admin);
    expect(await count()).toBe(2);
    const page = await as(w.reader).get(`${url}?limit=1&format=markdown`);
    expect(page.body).toMatchObject({
      count: 2,
      items: [
        {
          object: 'comment-reply',
          id: first,
          postedBy: { id: w.commenter.id },
          reactions: [],
          body: { markdown: 'Yes.' },
          permissions: { view: true, edit: false, reply: false, delete: false },
        },
      ],
    });
    const rest = await as(w.reader).get(`${url}?limit=1&page=${page.body.next.page}`);
    expect(rest.body.items).toMatchObject([{ id: second, body: { document: { type: 'document' } } }]);
    const replyUrl = await as(w.admin).get(`${url}/${second}?format=markdown`);
    expect(replyUrl.body).toMatchObject({
      body: { markdown: 'No. 😀' },
      permissions: { edit: true, delete: true },
    });
    expect(replyUrl.body.urls.location).toContain(`${url}/${second}`);
    const { db } = await testApp();
    const { action, after } = await db
      .selectFrom('audit_log')
      .select(['action', 'after'])
      .where('target_id', '=', second)
      .executeTakeFirstOrThrow();
    expect(action).toBe(on === 'space' ? 'createSpaceCommentReply' : 'createChangeRequestCommentReply');
    expect(after).toEqual({ text: 'No. 😀', comment: commentId });
  });

  it('are edited by their author only; everyone who may comment can react', async () => {
    const { url, reply } = await createComment(on);
    const replyUrl = `${url}/${await reply('Yes.')}`;
    expect((await as(w.admin).put(replyUrl, { body: { markdown: 'No.' } })).status).toBe(403);
    expect((await as(w.reader).put(replyUrl, { addedReactions: ['👍'] })).status).toBe(403);
    const reacted = await as(w.admin).put(replyUrl, { addedReactions: ['👍', '👍'] });
    expect(reacted.body).not.toHaveProperty('editedAt');
    expect(reacted.body.reactions).toMatchObject([
      { emoji: '👍', count: 1, users: [{ user: { id: w.admin.id } }] },
    ]);
    const edited = await as(w.commenter).put(replyUrl, {
      body: { markdown: 'Well.' },
      addedReactions: ['👍'],
    });
    expect(edited.body).toMatchObject({
      body: { markdown: 'Well.' },
      editedAt: expect.any(String),
      reactions: [{ emoji: '👍', count: 2 }],
    });
    const back = await as(w.admin).put(replyUrl, { removedReactions: ['👍', '🎉'] });
    expect(back.body.reactions).toMatchObject([{ count: 1, users: [{ user: { id: w.commenter.id } }] }]);
  });

  it('are deleted by their author, or by those who manage the space', async () => {
    const { url, reply, count } = await createComment(on);
    const replyUrl = `${url}/${await reply('Yes.')}`;
    const otherReply = `${url}/${await reply('No.')}`;
    expect((await as(w.reviewer).delete(replyUrl)).status).toBe(403);
    expect((await as(w.commenter).delete(replyUrl)).status).toBe(205);
    expect((await as(w.commenter).delete(replyUrl)).status).toBe(404);
    expect(await count()).toBe(1);
    expect((await as(w.creator).delete(otherReply)).status).toBe(205);
    expect(await count()).toBe(0);
  });

  it('are found below their comment only', async () => {
    const { base, url, reply } = await createComment(on);
    const id = await reply('Yes.');
    const otherComment = await as(w.editor).post(`${base}/comments`, { body: { markdown: 'Hm.' } });
    expect((await as(w.admin).get(`${base}/comments/${otherComment.body.id}/replies/${id}`)).status).toBe(
      404,
    );
    expect((await as(w.admin).get(`${url}/${id}`)).status).toBe(200);
  });
});

describe('a reply to a comment on a change request', () => {
  it('is returned in the requested format', async () => {
    const { url } = await createComment('change request');
    const response = await as(w.commenter).post(`${url}?format=document`, { body: { markdown: 'Yes.' } });
    expect(response.body.body).toEqual({ document: expect.objectContaining({ type: 'document' }) });
  });
});

// @module-tag both-engines
import { describe, expect, it } from 'vitest';
import { createChangeRequest } from '#server/test/content-factories.ts';
import { createSpace } from '#server/test/factories.ts';
import { createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { SeededRandom } from '#server/test/random.ts';
import { as, testApp } from '#server/test/test-app.ts';

const REQUESTS = 120;

describe('the counts of open comments and of replies', () => {
  it('are correct after concurrent changes', async () => {
    const w = await createOrganizationFixture();
    const space = await createSpace({ organizationId: w.organization.id, defaultLevel: 'inherit' });
    const changeRequest = await createChangeRequest(space.id);
    const onSpace = `/v1/spaces/${space.id}/comments`;
    const onRequest = `/v1/spaces/${space.id}/change-requests/${changeRequest.id}/comments`;
    const urls: string[] = [];
    for (const base of [onSpace, onSpace, onSpace, onRequest, onRequest]) {
      const { body } = await as(w.commenter).post(base, { body: { markdown: 'Hm.' } });
      urls.push(`${base}/${body.id}`);
    }
    const random = new SeededRandom(20);
    const statuses = await Promise.all(
      Array.from({ length: REQUESTS }, async () => {
        const url = random.pick(urls);
        const body = { body: { markdown: 'Yes.' } };
        const act = random.pick([
          () => as(w.admin).put(url, { resolved: true }),
          () => as(w.editor).put(url, { resolved: false }),
          () => as(w.editor).put(url, { addedReactions: ['👍'] }),
          () => as(w.editor).post(`${url}/replies`, body),
          () => as(w.editor).post(random.pick([onSpace, onRequest]), body),
          ...(random.chance(0.3) ? [() => as(w.admin).delete(url)] : []),
        ]);
        return (await act()).status;
      }),
    );
    expect(statuses.filter((status) => ![200, 205, 404].includes(status))).toEqual([]);

    const { db } = await testApp();
    const comments = await db
      .selectFrom('comments')
      .select(['id', 'status', 'replies', 'change_request_id'])
      .where('space_id', '=', space.id)
      .execute();
    expect(comments.length).toBeGreaterThan(5);
    const open = comments.filter(({ status }) => status === 'open');
    const spaceView = await as(w.admin).get(`/v1/spaces/${space.id}`);
    expect(spaceView.body.comments).toBe(open.filter((comment) => comment.change_request_id === null).length);
    const request = await db
      .selectFrom('change_requests')
      .select('comments_open')
      .where('id', '=', changeRequest.id)
      .executeTakeFirstOrThrow();
    expect(request.comments_open).toBe(open.filter((comment) => comment.change_request_id !== null).length);
    for (const comment of comments) {
      const replies = await db
        .selectFrom('comment_replies')
        .select('id')
        .where('comment_id', '=', comment.id)
        .execute();
      expect(comment.replies).toBe(replies.length);
    }
  });
});

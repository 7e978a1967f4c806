import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { notificationReader } from '#server/notifications/notification-reader.ts';
import { createWrittenSpace } from '#server/test/content-factories.ts';
import { createOrganizationFixture, type OrganizationFixture } from '#server/test/organization-fixture.ts';
import { readAllEvents } from '#server/test/read-events.ts';
import { as, testApp } from '#server/test/test-app.ts';

let w: OrganizationFixture;
let page: string;
/** The URL of an open change request of the editor with one page of two paragraphs. */
let url: string;

beforeAll(async () => {
  w = await createOrganizationFixture();
  await readAllEvents((await testApp()).db, notificationReader);
});
beforeEach(async () => {
  const { space } = await createWrittenSpace({ organizationId: w.organization.id, defaultLevel: 'inherit' });
  const list = `/v1/spaces/${space.id}/change-requests`;
  const { body } = await as(w.editor).post(list, { subject: 'Say it shorter' });
  url = `${list}/${body.id}`;
  const changes = [{ operation: 'insert_page', title: 'Quay', document: { markdown: 'First.\n\nSecond.' } }];
  await as(w.editor).post(`${url}/content`, { changes });
  await as(w.editor).patch(url, { status: 'open' });
  const { pages } = (await as(w.reader).get(`${url}/content/pages`)).body;
  page = pages.find(({ title }: { title: string }) => title === 'Quay').id;
});

const review = (comments: object[], status = 'changes-requested') =>
  as(w.reviewer).post(`${url}/reviews`, { status, comments });
const listComments = async () => (await as(w.reader).get(`${url}/comments?order=asc`)).body.items;
const blockIds = async (): Promise<string[]> => {
  const { body } = await as(w.reader).get(`${url}/content/page/${page}`);
  return body.document.nodes.map(({ key }: { key: string }) => key);
};
const revisionOf = async (): Promise<string> => (await as(w.reader).get(url)).body.revision;

describe('the comments of a review', () => {
  it('are sent with it in one event and one notification, and name it', async () => {
    const { db } = await testApp();
    const [first] = await blockIds();
    const mention = `[@Com](/o/${w.organization.id}/members/${w.commenter.id})`;
    const answer = await review([
      { body: { markdown: 'All of it.' } },
      { page, node: first, body: { markdown: `Ask ${mention}.` } },
      { page, body: { markdown: '' }, suggestion: { startLine: 3, endLine: 3, text: 'Third.' } },
    ]);
    expect(answer.status).toBe(201);
    const comments = await listComments();
    expect(comments).toHaveLength(3);
    for (const { target, postedBy } of comments) {
      expect(target.review).toBe(answer.body.id);
      expect(postedBy.id).toBe(w.reviewer.id);
    }
    expect((await as(w.reader).get(url)).body.comments).toBe(3);
    const { items } = (await as(w.admin).get(`/v1/orgs/${w.organization.id}/audit-log?limit=2`)).body;
    expect(items[0]).toMatchObject({
      action: 'createReview',
      summary: expect.stringContaining('with 3 comments'),
    });
    expect(items[1].action).toBe('updateChangeRequest');
    await readAllEvents(db, notificationReader);
    const told = async (who: typeof w.editor, reason: string) =>
      (await as(who).get(`/v1/user/notifications?state=all&reasons=${reason}`)).body.items;
    expect(await told(w.editor, 'review-submitted')).toMatchObject([{ count: 1 }]);
    expect(await told(w.commenter, 'mention')).toMatchObject([{ count: 1 }]);
  });

  it('are all refused with the review where one is wrong, which the answer names', async () => {
    const wrong = [
      [{ body: { markdown: 'Fine.' } }, { page: 'none', body: { markdown: 'No.' } }],
      [{ body: { markdown: 'Fine.' } }, { page, node: 'none', body: { markdown: 'No.' } }],
      [{ body: { markdown: 'Fine.' } }, { page, body: { markdown: ' ' } }],
      [{ body: { markdown: 'Fine.' } }, { page, revision: 'none', body: { markdown: 'No.' } }],
    ];
    const fields = ['page', 'node', 'body', 'revision'];
    for (const [index, comments] of wrong.entries()) {
      const { status, body } = await review(comments);
      expect(status).toBe(400);
      expect(JSON.stringify(body.error)).toContain(`body.comments[1].${fields[index]}`);
    }
    expect((await review(Array.from({ length: 51 }, () => ({ body: 'One.' })))).status).toBe(400);
    expect(await listComments()).toEqual([]);
    expect((await as(w.reader).get(`${url}/reviews`)).body.items).toEqual([]);
  });

  it('stay with the block of the revision that they were written on', async () => {
    const revision = await revisionOf();
    const [, second] = await blockIds();
    const changes = [
      { operation: 'update_page', page, document: { markdown: 'New.\n\nFirst.\n\nSecond, changed.' } },
    ];
    expect((await as(w.editor).post(`${url}/content`, { changes, revision })).status).toBe(200);
    const late = { page, node: second, body: { markdown: 'Is that so?' } };
    expect((await review([late])).status).toBe(400);
    expect((await review([{ ...late, revision }])).status).toBe(201);
    const [comment] = await listComments();
    expect(comment.target).toMatchObject({ page: { id: page }, revision });
  });

  it('are up to fifty', async () => {
    const [first] = await blockIds();
    const comments = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        page,
        node: first,
        body: { markdown: `No. ${index}` },
      }));
    expect((await review(comments(50))).status).toBe(201);
    expect((await as(w.reader).get(url)).body.comments).toBe(50);
  });
});

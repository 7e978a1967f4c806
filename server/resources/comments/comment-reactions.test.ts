import { beforeAll, describe, expect, it } from 'vitest';
import { createSpace } from '#server/test/factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { as } from '#server/test/test-app.ts';

let w: OrganizationFixture;
let url: string;
beforeAll(async () => {
  w = await createOrganizationFixture();
  const { id } = await createSpace({ organizationId: w.organization.id, defaultLevel: 'inherit' });
  url = `/v1/spaces/${id}/comments`;
});

const comment = async () => {
  const { body } = await as(w.editor).post(url, { body: { markdown: 'Hm.' } });
  return `${url}/${body.id}`;
};

describe('reactions to a comment', () => {
  it.each([
    ['a letter', ['a'], [], 'body.addedReactions[0]'],
    ['two emoji at once', ['👍', '👍🎉'], [], 'body.addedReactions[1]'],
    ['nothing', [''], [], 'body.addedReactions[0]'],
    ['a letter to remove', [], ['x'], 'body.removedReactions[0]'],
    ['half an emoji', ['\ud83d'], [], 'body.addedReactions[0]'],
  ])('reject %s', async (_what, addedReactions, removedReactions, path) => {
    const response = await as(w.commenter).put(await comment(), { addedReactions, removedReactions });
    expect(response.status).toBe(400);
    expect(response.body.error.details[0].path).toBe(path);
  });

  it('are counted once for each person and emoji, with user and time', async () => {
    const commentUrl = await comment();
    expect((await as(w.reader).put(commentUrl, { addedReactions: ['👍'] })).status).toBe(403);
    await as(w.commenter).put(commentUrl, { addedReactions: ['👍', '🏳️‍🌈'] });
    await as(w.commenter).put(commentUrl, { addedReactions: ['👍'] });
    const { body } = await as(w.editor).put(commentUrl, { addedReactions: ['👍', '🎉'] });
    expect(body).not.toHaveProperty('editedAt');
    expect(
      body.reactions.map(({ emoji, count }: { emoji: string; count: number }) => [emoji, count]),
    ).toEqual(
      expect.arrayContaining([
        ['👍', 2],
        ['🏳️‍🌈', 1],
        ['🎉', 1],
      ]),
    );
    const thumbs = body.reactions.find(({ emoji }: { emoji: string }) => emoji === '👍');
    expect(thumbs.users).toMatchObject([
      { user: { id: w.commenter.id, displayName: 'Cora Commenter' }, reactedAt: expect.any(String) },
      { user: { id: w.editor.id } },
    ]);
  });

  it('are removed only by the person who added them', async () => {
    const commentUrl = await comment();
    await as(w.commenter).put(commentUrl, { addedReactions: ['👍'] });
    const afterOther = await as(w.editor).put(commentUrl, { removedReactions: ['👍'] });
    expect(afterOther.body.reactions).toMatchObject([{ emoji: '👍', count: 1 }]);
    const response = await as(w.commenter).put(commentUrl, { removedReactions: ['👍'] });
    expect(response.body.reactions).toEqual([]);
  });

  it('are listed with their own comment', async () => {
    const [first, second] = [await comment(), await comment()];
    await as(w.commenter).put(first, { addedReactions: ['👍'] });
    await as(w.commenter).put(second, { addedReactions: ['🎉'] });
    const { body } = await as(w.reader).get(`${url}?limit=2`);
    const emojis = body.items.map(({ reactions }: { reactions: { emoji: string }[] }) => reactions[0]?.emoji);
    expect(emojis).toEqual(['🎉', '👍']);
  });
});

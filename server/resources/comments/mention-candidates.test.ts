import { beforeAll, describe, expect, it } from 'vitest';
import { findMentions, MAX_MENTIONS } from '#server/content/documents/mentions.ts';
import { createGrant, createMember, createSpace, createTeam } from '#server/test/factories.ts';
import { createOrganizationFixture, type OrganizationFixture } from '#server/test/organization-fixture.ts';
import { as, type Sender } from '#server/test/test-app.ts';

let w: OrganizationFixture;
/** Of which administrators, the guest and one reader know. */
let space: Awaited<ReturnType<typeof createSpace>>;
beforeAll(async () => {
  w = await createOrganizationFixture();
  const organizationId = w.organization.id;
  space = await createSpace({ organizationId, title: 'Secret', defaultLevel: null });
  await createGrant({ organizationId, spaceId: space.id, userId: w.reader.id, level: 'comment' });
  await createGrant({ organizationId, spaceId: space.id, userId: w.guest.id, level: 'comment' });
});

async function offered(person: Sender, search = ''): Promise<string[]> {
  const { status, body } = await as(person).get(
    `/v1/spaces/${space.id}/mention-candidates?search=${encodeURIComponent(search)}`,
  );
  expect(status).toBe(200);
  return body.items.map((item: { title: string }) => item.title).toSorted();
}

describe('whom a text can mention', () => {
  it('are those who may read the space, and teams with one of them', async () => {
    await createTeam({ organizationId: w.organization.id, title: 'Insiders', members: [w.reader.id] });
    expect(await offered(w.admin)).toEqual(['Gus Guest', 'Insiders', 'Remi Reader']);
    expect(await offered(w.admin, 'rémi')).toEqual(['Remi Reader']);
    expect(await offered(w.reader)).toEqual(['Ada Admin', 'Gus Guest', 'Insiders']);
  });

  it('are for a guest only those who take part', async () => {
    expect(await offered(w.guest)).toEqual([]);
    await as(w.reader).post(`/v1/spaces/${space.id}/comments`, { body: { markdown: 'Hello.' } });
    expect(await offered(w.guest)).toEqual(['Remi Reader']);
  });

  it('are written as links that call exactly them, whatever their names are', async () => {
    const name = 'Ada [x](/o/y) `code` *b*';
    const odd = await createMember({ organizationId: w.organization.id, displayName: name, role: 'admin' });
    const { body } = await as(w.reader).get(`/v1/spaces/${space.id}/mention-candidates?search=code`);
    const [{ markdown }] = body.items;
    expect(findMentions({ markdown: `Ask ${markdown}.` }, w.organization.id)).toEqual({
      userIds: [odd.id],
      teamIds: [],
    });
    const { body: comment } = await as(w.reader).post(`/v1/spaces/${space.id}/comments`, {
      body: { markdown: `Ask ${markdown}.` },
    });
    const { body: read } = await as(w.reader).get(`/v1/spaces/${space.id}/comments/${comment.id}`);
    expect(findMentions(read.body, w.organization.id).userIds).toEqual([odd.id]);
  });
});

describe('mentions of a text', () => {
  const org = 'orgorgorgorgorgorgor';

  it('are links to people and teams of the organization, outside code, with an @', () => {
    const markdown = [
      `[@Ada](/o/${org}/members/ada) and [@Writers](https://docs.example.com/o/${org}/teams/w)`,
      `- [@Ben](/o/${org}/members/ben)`,
      `| a |\n|---|\n| [@Eve](/o/${org}/members/eve) |`,
      `\`[@Code](/o/${org}/members/code)\` [Max](/o/${org}/members/max) [@Foe](/o/other/members/foe) @Tim`,
    ].join('\n\n');
    expect(findMentions({ markdown }, org)).toEqual({ userIds: ['ada', 'ben', 'eve'], teamIds: ['w'] });
  });

  it('are fifty at most', () => {
    const markdown = Array.from({ length: 80 }, (_, index) => `[@P](/o/${org}/members/p${index})`).join(' ');
    expect(findMentions({ markdown }, org).userIds).toHaveLength(MAX_MENTIONS);
  });
});

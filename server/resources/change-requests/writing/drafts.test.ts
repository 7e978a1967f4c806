import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createWrittenSpace } from '#server/test/content-factories.ts';
import { createOrganizationFixture, type OrganizationFixture } from '#server/test/organization-fixture.ts';
import { anonymous, as } from '#server/test/test-app.ts';

let w: OrganizationFixture;
let written: Awaited<ReturnType<typeof createWrittenSpace>>;
let space: string;

beforeAll(async () => {
  w = await createOrganizationFixture();
});
beforeEach(async () => {
  written = await createWrittenSpace({ organizationId: w.organization.id, defaultLevel: 'inherit' });
  space = `/v1/spaces/${written.space.id}`;
});

const open = (page?: string, who: Parameters<typeof as>[0] = w.editor) =>
  as(who).post(`${space}/drafts`, { page });

describe('openDraft', () => {
  it('needs a token, a visible space and the permission', async () => {
    expect((await open(undefined, anonymous)).status).toBe(401);
    expect((await open(undefined, w.outsider)).status).toBe(404);
    expect((await open(undefined, w.commenter)).status).toBe(403);
    const { status, body } = await open('none');
    expect([status, body.error.details[0].path]).toEqual([400, 'body.page']);
  });

  it("starts a draft named after the page, and answers an editor's own the next time", async () => {
    const { status, body } = await open(written.start.id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'draft', subject: 'Start', createdBy: { id: w.editor.id } });
    expect((await open(written.start.id)).body.id).toBe(body.id);
    expect((await open(written.other.id)).body.id).toBe(body.id);
    expect((await open()).body.id).toBe(body.id);
    const theirs = await open(written.start.id, w.reviewer);
    expect(theirs.body.id).not.toBe(body.id);
  });

  it('answers a page that only the draft has', async () => {
    const draft = (await open()).body.id;
    const url = `${space}/change-requests/${draft}`;
    const { body } = await as(w.editor).post(`${url}/content`, {
      changes: [{ operation: 'insert_page', title: 'New page' }],
    });
    expect((await open(body.pages[0])).body.id).toBe(draft);
  });

  it('leaves alone what is under review, merged or without the page', async () => {
    const first = (await open(written.start.id)).body.id;
    await as(w.editor).patch(`${space}/change-requests/${first}`, { status: 'open' });
    const second = (await open(written.start.id)).body.id;
    expect(second).not.toBe(first);
    await as(w.editor).post(`${space}/change-requests/${second}/content`, {
      changes: [{ operation: 'delete_page', page: written.start.id }],
    });
    const third = (await open(written.start.id)).body.id;
    expect(third).not.toBe(second);
    await as(w.reviewer).post(`${space}/change-requests/${third}/merge`);
    expect((await open(written.start.id)).body.id).not.toBe(third);
  });

  it('opens one draft for two calls at once', async () => {
    const [first, second] = await Promise.all([open(written.start.id), open(written.start.id)]);
    expect(first.body.id).toBe(second.body.id);
  });

  it('shortens titles that are longer than subjects', async () => {
    await as(w.editor).post(`${space}/content`, {
      changes: [{ operation: 'update_page', page: written.start.id, title: '🦉'.repeat(150) }],
    });
    const { body } = await open(written.start.id);
    expect([...body.subject]).toHaveLength(100);
    expect(body.subject.endsWith('🦉…')).toBe(true);
  });
});

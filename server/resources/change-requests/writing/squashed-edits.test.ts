import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deleteSupersededRevisions } from '#server/jobs/delete-revisions.ts';
import { createWrittenSpace } from '#server/test/content-factories.ts';
import { createOrganizationFixture, type OrganizationFixture } from '#server/test/organization-fixture.ts';
import { as, testApp } from '#server/test/test-app.ts';

const MINUTE_MS = 60_000;

let w: OrganizationFixture;
let written: Awaited<ReturnType<typeof createWrittenSpace>>;
let url: string;

beforeAll(async () => {
  w = await createOrganizationFixture();
});
beforeEach(async () => {
  written = await createWrittenSpace({ organizationId: w.organization.id, defaultLevel: 'inherit' });
  const list = `/v1/spaces/${written.space.id}/change-requests`;
  url = `${list}/${(await as(w.editor).post(list, {})).body.id}`;
});
afterEach(async () => (await testApp()).clock.reset());

/** Saves a text; returns the revision. */
async function save(markdown: string, who = w.editor): Promise<string> {
  const change = { operation: 'update_page', page: written.start.id, document: { markdown } };
  const { status, body } = await as(who).post(`${url}/content`, { changes: [change] });
  expect(status).toBe(200);
  return body.revision;
}

const parentsOf = async () => (await as(w.reader).get(`${url}/content`)).body.parents;

describe('small saves', () => {
  it('of one person within ten minutes become one revision, and earlier ids can still be read', async () => {
    const { clock } = await testApp();
    const first = await save('One\n');
    clock.advance(4 * MINUTE_MS);
    const second = await save('One two\n');
    clock.advance(4 * MINUTE_MS);
    const third = await save('One two three\n');
    expect(new Set([first, second, third]).size).toBe(3);
    expect(await parentsOf()).toEqual([written.revisionId]);
    const page = await as(w.reader).get(
      `/v1/spaces/${written.space.id}/revisions/${first}/page/${written.start.id}?format=markdown`,
    );
    expect(page.body.markdown).toBe('One\n');
    // Ten minutes after the first of them, another revision begins.
    clock.advance(4 * MINUTE_MS);
    await save('Later\n');
    expect(await parentsOf()).toEqual([third]);
  });

  it.each([
    ['a review', () => as(w.reviewer).post(`${url}/reviews`, { status: 'approved' })],
    ['a comment', () => as(w.commenter).post(`${url}/comments`, { body: { markdown: 'Good' } })],
  ])('never cross a revision that %s refers to', async (_, refer) => {
    const first = await save('One\n');
    expect((await refer()).status).toBeLessThan(300);
    await save('Two\n');
    expect(await parentsOf()).toEqual([first]);
  });

  it("never cross another person's revision or an update", async () => {
    const first = await save('One\n');
    const second = await save('Two\n', w.reviewer);
    expect(await parentsOf()).toEqual([first]);
    await save('Three\n');
    expect(await parentsOf()).toEqual([second]);
    await as(w.editor).post(`/v1/spaces/${written.space.id}/content`, {
      changes: [{ operation: 'insert_page', title: 'Elsewhere' }],
    });
    const { body: updated } = await as(w.editor).post(`${url}/update`);
    await save('Four\n');
    expect(await parentsOf()).toEqual([updated.revision]);
    const { body: contributors } = await as(w.reader).get(`${url}/contributors`);
    expect(contributors.items.map(({ id }: { id: string }) => id).toSorted()).toEqual(
      [w.editor.id, w.reviewer.id].toSorted(),
    );
  });

  it('that a newer one stands for are deleted after a day, unless a comment refers to them', async () => {
    const { db, clock } = await testApp();
    const [first, second, third] = [await save('One\n'), await save('Two\n'), await save('Three\n')];
    // As a comment that was written while the third was saved.
    const { body } = await as(w.commenter).post(`${url}/comments`, { body: { markdown: 'Good' } });
    await db.updateTable('comments').set({ revision_id: second }).where('id', '=', body.id).execute();
    const remaining = async () => {
      const rows = await db
        .selectFrom('revisions')
        .select('id')
        .where('id', 'in', [first, second, third])
        .execute();
      return rows.map(({ id }) => id).toSorted();
    };
    await deleteSupersededRevisions(db, new Date(clock.now().getTime() + 23 * 60 * MINUTE_MS));
    expect(await remaining()).toHaveLength(3);
    await deleteSupersededRevisions(db, new Date(clock.now().getTime() + 25 * 60 * MINUTE_MS));
    expect(await remaining()).toEqual([second, third].toSorted());
    expect((await as(w.reviewer).post(`${url}/merge`)).body.result).toBe('merge');
  });
});

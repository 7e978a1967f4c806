import { beforeAll, describe, expect, it } from 'vitest';
import { createChangeRequest, createWrittenSpace, writeContent } from '#server/test/content-factories.ts';
import { createSpace } from '#server/test/factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { anonymous, as } from '#server/test/test-app.ts';

let w: OrganizationFixture;
let written: Awaited<ReturnType<typeof createWrittenSpace>>;
let base: string;

beforeAll(async () => {
  w = await createOrganizationFixture();
  written = await createWrittenSpace({ organizationId: w.organization.id });
  await writeContent(written.space, [{ title: 'New', text: 'New text\n' }]);
  await createChangeRequest(written.space.id);
  base = `/v1/spaces/${written.space.id}/revisions/${written.revisionId}`;
});

describe('listSpaceRevisions', () => {
  it('is the history of the space: who made what, and the change requests that were merged', async () => {
    const { space } = await createWrittenSpace({ organizationId: w.organization.id });
    const url = `/v1/spaces/${space.id}`;
    const { body: draft } = await as(w.admin).post(`${url}/change-requests`, { subject: 'Say more' });
    const changes = [{ operation: 'insert_page', title: 'More', document: { markdown: 'Hello.\n' } }];
    await as(w.admin).post(`${url}/change-requests/${draft.id}/content`, { changes });
    await as(w.admin).post(`${url}/change-requests/${draft.id}/merge`);
    const { status, body } = await as(w.reader).get(`${url}/revisions`);
    expect(status).toBe(200);
    const current = (await as(w.reader).get(url)).body.revision;
    expect(body.items[0]).toMatchObject({
      object: 'revision-summary',
      id: current,
      type: 'merge',
      createdBy: { id: w.admin.id },
      changeRequest: { id: draft.id, number: draft.number, subject: 'Say more' },
    });
    // Events of the server itself have no author; edits of the change request are not among them.
    expect(body.items.map(({ type }: { type: string }) => type)).toEqual(['merge', 'edits', 'edits']);
    expect(body.items[1].createdBy).toBeUndefined();
    expect((await as(w.outsider).get(`${url}/revisions`)).status).toBe(404);
  });
});

describe('the message of a revision', () => {
  it('says what was changed where its author says nothing', async () => {
    const spaces = `${w.base}/spaces`;
    const { body: space } = await as(w.creator).post(spaces, { title: 'Tides', editMode: 'live' });
    const url = `/v1/spaces/${space.id}`;
    const edit = async (...changes: object[]) => {
      const { status, body } = await as(w.creator).post(`${url}/content`, { changes });
      expect(status).toBe(200);
      return body.pages;
    };
    const page = (title: string) => ({ operation: 'insert_page', title, document: { markdown: 'A.\n' } });
    const [valves, pumps] = await edit(page('Valves'), page('Pumps'));
    await edit({ operation: 'update_page', page: valves, title: 'Old valves' }, page('Oil'));
    await edit({ operation: 'delete_page', page: pumps });
    const { body: copy } = await as(w.creator).post(`${url}/duplicate`, {});
    const messagesOf = async (id: string) =>
      (await as(w.creator).get(`/v1/spaces/${id}/revisions`)).body.items.map(
        ({ message }: { message: string }) => message,
      );
    expect(await messagesOf(space.id)).toEqual([
      'Deleted Pumps',
      'Edited Old valves and Oil',
      'Added Valves and Pumps',
      'Created the space',
    ]);
    expect(await messagesOf(copy.id)).toEqual(['Copied the space']);
  });
});

describe('listRevisionPages', () => {
  it('needs a token', async () => {
    expect((await as(anonymous).get(`${base}/pages`)).status).toBe(401);
  });

  it('returns 404 for a revision of another space', async () => {
    const otherSpace = await createSpace({ organizationId: w.organization.id });
    const otherUrl = `/v1/spaces/${written.space.id}/revisions/${otherSpace.revision_id}/pages`;
    expect((await as(w.reader).get(otherUrl)).status).toBe(404);
    expect((await as(w.outsider).get(`${base}/pages`)).status).toBe(404);
  });

  it('shows the pages as they were', async () => {
    const { body } = await as(w.reader).get(`${base}/pages`);
    expect(body.pages).toMatchObject([{ title: 'Start', pages: [{ title: 'Deep' }] }, { title: 'Other' }]);
  });
});

describe('getRevisionPage', () => {
  const url = () => `${base}/page/${written.deep.id}`;

  it('needs a token', async () => {
    expect((await as(anonymous).get(url())).status).toBe(401);
  });

  it('returns 404 for a page that is not in the revision', async () => {
    expect((await as(w.reader).get(`${base}/page/nothing`)).status).toBe(404);
    expect((await as(w.outsider).get(url())).status).toBe(404);
  });

  it('shows the page with its text as it was', async () => {
    expect((await as(w.reader).get(`${url()}?format=markdown`)).body).toMatchObject({
      markdown: 'Deep text\n',
    });
    expect((await as(w.reader).get(url())).body.document.nodes[0]).toMatchObject({ type: 'paragraph' });
  });
});

describe('getRevisionChanges', () => {
  it('lists what became of pages, files and reusable contents between any two revisions', async () => {
    const { space } = await createWrittenSpace({ organizationId: w.organization.id });
    const url = `/v1/spaces/${space.id}`;
    const first = (await as(w.reader).get(url)).body.revision;
    const { body: draft } = await as(w.admin).post(`${url}/change-requests`, { subject: 'Say more' });
    await as(w.admin).post(`${url}/change-requests/${draft.id}/content`, {
      changes: [
        { operation: 'insert_page', title: 'Buoys', document: { markdown: 'They float.\n' } },
        {
          operation: 'insert_reusable_content',
          title: 'Warning',
          document: { markdown: 'Mind the tide.\n' },
        },
      ],
    });
    await as(w.admin).post(`${url}/change-requests/${draft.id}/merge`);
    const last = (await as(w.reader).get(url)).body.revision;
    const forward = await as(w.reader).get(`${url}/revisions/${last}/changes?base=${first}`);
    expect(forward.body).toMatchObject({ base: first, revision: last, more: false });
    expect(forward.body.changes).toMatchObject([
      { type: 'page_created', page: { title: 'Buoys' } },
      { type: 'reusable_content_created', reusableContent: { title: 'Warning' } },
    ]);
    const back = await as(w.reader).get(`${url}/revisions/${first}/changes?base=${last}&limit=1`);
    expect(back.body).toMatchObject({ changes: [{ type: 'page_deleted' }], more: true });
  });

  it('names a base that the space never had, and tells nothing of other spaces', async () => {
    const other = await createSpace({ organizationId: w.organization.id });
    const wrongBase = await as(w.reader).get(`${base}/changes?base=${other.revision_id}`);
    expect(wrongBase).toMatchObject({
      status: 400,
      body: { error: { details: [{ path: 'query.base', message: 'Is not a revision of this space.' }] } },
    });
    const url = `/v1/spaces/${written.space.id}/revisions/${other.revision_id}/changes`;
    expect((await as(w.reader).get(`${url}?base=${written.revisionId}`)).status).toBe(404);
    expect((await as(w.reader).get(`${base}/changes`)).status).toBe(400);
  });
});

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

describe('listRevisionPages', () => {
  it('needs a token', async () => {
    expect((await as(anonymous).get(`${base}/pages`)).status).toBe(401);
  });

  it('returns 404 for a revision of another space', async () => {
    const other = await createSpace({ organizationId: w.organization.id });
    const otherUrl = `/v1/spaces/${written.space.id}/revisions/${other.revision_id}/pages`;
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

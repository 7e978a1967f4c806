import { beforeAll, describe, expect, it } from 'vitest';
import type { LinkItem } from '#api/generated/types.gen.ts';
import { addRevision, storeTexts } from '#server/content/stored/revisions.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import {
  createChangeRequest,
  createFile,
  type PageFields,
  storedPages,
  writeContent,
} from '#server/test/content-factories.ts';
import { createSpace } from '#server/test/factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { anonymous, as, PUBLIC_URL, testApp } from '#server/test/test-app.ts';

let w: OrganizationFixture;
/** A space with links of every kind, a change request of it, and its file. */
let spaceId: string;
let requestId: string;
let fileId: string;
let openId: string;
let closedId: string;

const START = () => `See [next](next), [part](/pages/next#part) and [gone](/pages/gone).

## Elsewhere

![A dot](/files/${fileId}) [open](/spaces/${openId}/pages/deep) [closed](/spaces/${closedId}) [none](/spaces/none)

- [Members](/o/some/members) <https://press.example>
- [gone again](/pages/gone#top) [next](/pages/next)
`;

beforeAll(async () => {
  w = await createOrganizationFixture();
  const organizationId = w.organization.id;
  const open = await createSpace({ organizationId, title: 'Open' });
  await writeContent(open, [{ id: 'deep', title: 'Deep', text: 'x' }]);
  openId = open.id;
  closedId = (await createSpace({ organizationId, title: 'Closed', defaultLevel: null })).id;
  const space = await createSpace({ organizationId, title: 'Linked', emoji: '🔗' });
  spaceId = space.id;
  const file = await createFile(spaceId);
  fileId = file.id;
  await writeContent(space, pages(), [file]);
  requestId = (await createChangeRequest(spaceId)).id;
  await writeChangeRequest([
    { id: 'start', title: 'Start', text: `${START()}\n[new](/pages/never)\n` },
    { id: 'shows', title: 'Shows', text: `![A dot](/files/${fileId})` },
  ]);
});

const pages = (): PageFields[] => [
  { id: 'start', title: 'Start', text: START() },
  { id: 'next', title: 'Next', text: '# Part\n\n[back](start#elsewhere)\n' },
  {
    id: 'covered',
    title: 'Covered',
    text: 'No links.',
    cover: { ref: { kind: 'file', file: fileId }, yPos: 0 },
  },
];

/** Changes the pages of the change request. */
async function writeChangeRequest(fields: PageFields[]): Promise<void> {
  const { db } = await testApp();
  const texts: string[] = [];
  const stored = storedPages(fields, texts);
  const file = await db
    .selectFrom('files')
    .select(['id', 'name', 'content_type as contentType', 'size', 'width', 'height'])
    .where('id', '=', fileId)
    .executeTakeFirstOrThrow();
  await inTransaction(db, async (trx) => {
    await storeTexts(trx, texts);
    const id = await addRevision(trx, {
      spaceId,
      changeRequestId: requestId,
      type: 'edits',
      parents: [],
      pages: stored,
      files: [file],
      reusableContents: [],
      createdBy: null,
      createdAt: new Date(),
    });
    await trx.updateTable('change_requests').set({ revision_id: id }).where('id', '=', requestId).execute();
  });
}

const inSpace = (path: string) => `/v1/spaces/${spaceId}/${path}`;
const inRequest = (path: string) => inSpace(`change-requests/${requestId}/${path}`);

/** Links as the reader sees them. */
async function getLinks(url: string): Promise<{ items: LinkItem[]; count: number; stats: unknown }> {
  const { status, body } = await as(w.reader).get(url);
  expect(status).toBe(200);
  return body;
}

const short = ({ status, relation, locationReferences }: LinkItem) =>
  `${status} ${relation} ${locationReferences.length}`;

describe.each([
  ['listSpaceLinks', () => inSpace('links')],
  ['listSpacePageLinks', () => inSpace('content/page/start/links')],
  ['listChangeRequestLinks', () => inRequest('links')],
  ['listChangeRequestPageLinks', () => inRequest('content/page/start/links')],
  ['listSpaceFileBacklinks', () => inSpace(`content/files/${fileId}/backlinks`)],
  ['listChangeRequestFileBacklinks', () => inRequest(`content/files/${fileId}/backlinks`)],
  ['listSpacePageBacklinks', () => inSpace('content/page/start/backlinks')],
  ['listChangeRequestPageBacklinks', () => inRequest('content/page/start/backlinks')],
  ['listBrokenLinks', () => `${w.base}/broken-links`],
])('%s', (operation, url) => {
  it('needs a token', async () => {
    expect((await as(anonymous).get(url())).status).toBe(401);
  });

  it('names invalid query parameters', async () => {
    const wrong = [
      'limit=0',
      'page=x',
      ...(operation.endsWith('Links') && operation !== 'listBrokenLinks' ? ['status=odd'] : []),
    ];
    for (const query of wrong) {
      const { status, body } = await as(w.reader).get(`${url()}?${query}`);
      expect(status).toBe(400);
      expect(body.error.details[0].path).toBe(`query.${query.split('=')[0]}`);
    }
  });

  it('returns 404 to non-members and 403 to disabled members', async () => {
    expect((await as(w.outsider).get(url())).status).toBe(404);
    expect((await as(w.disabled).get(url())).status).toBe(403);
  });

  it('returns 404 for hidden and for unknown spaces, pages and files', async () => {
    const missing = url().replaceAll(spaceId, closedId).replace(w.organization.id, w.outsider.organizationId);
    expect((await as(w.reader).get(missing)).status).toBe(404);
    for (const id of [requestId, fileId, 'page/start']) {
      if (!url().includes(id)) continue;
      const otherUrl = url().replace(id, id.replace(/[^/]+$/, 'nothing'));
      expect((await as(w.reader).get(otherUrl)).status).toBe(404);
    }
  });
});

describe('listSpaceLinks', () => {
  it('groups links by target, the broken ones first, and counts all of them', async () => {
    const { items, count, stats } = await getLinks(inSpace('links'));
    expect(items.map(short)).toEqual([
      'broken page 2',
      'in-app app 1',
      'ok anchor 1',
      'ok anchor 1',
      'ok file 2',
      'ok page 2',
      'ok space 1',
      'ok space 1',
      'ok space 1',
      'ok external 1',
    ]);
    expect(count).toBe(10);
    expect(stats).toEqual({ total: 13, broken: { total: 2, changeRequest: 0 } });
  });

  it('shows both ends of a link', async () => {
    const { items } = await getLinks(inSpace('links?status=broken'));
    const { body: space } = await as(w.reader).get(`/v1/spaces/${spaceId}`);
    const start = { id: 'start', title: 'Start', path: 'start' };
    const versionContext = { type: 'revision', revision: space.revision };
    expect(items).toEqual([
      {
        status: 'broken',
        relation: 'page',
        targetReference: expect.objectContaining({
          kind: 'page',
          page: { id: 'gone' },
          url: '/pages/gone',
          versionContext,
        }),
        locationReferences: [
          {
            kind: 'page',
            space: expect.objectContaining({ id: spaceId }),
            versionContext,
            page: start,
            url: '/pages/gone',
          },
          {
            kind: 'anchor',
            space: expect.objectContaining({ id: spaceId }),
            versionContext,
            page: start,
            anchor: 'elsewhere',
            url: '/pages/gone#top',
          },
        ],
      },
    ]);
    expect(items[0]?.targetReference?.organization?.id).toBe(w.organization.id);
  });

  it.each(['ok', 'broken', 'in-app'])(
    'lists only the links that are %s, with the numbers of all',
    async (status) => {
      const all = await getLinks(inSpace('links'));
      const some = await getLinks(inSpace(`links?status=${status}`));
      expect(some.items).toEqual(all.items.filter((item) => item.status === status));
      expect(some.stats).toEqual(all.stats);
      expect(some.count).toBe(some.items.length);
    },
  );

  it('recognizes links into the console by the public URL', async () => {
    const space = await createSpace({ organizationId: w.organization.id });
    await writeContent(space, [
      { title: 'One', text: `[a](${PUBLIC_URL}/o/x) [b](http://elsewhere.test/o/x)` },
    ]);
    const { items } = await getLinks(`/v1/spaces/${space.id}/links`);
    expect(items.map(short)).toEqual(['in-app app 1', 'ok external 1']);
  });

  it('shows other spaces only to callers who can see them', async () => {
    const targetsOf = async (sender: typeof w.reader) => {
      const { body } = await as(sender).get(inSpace('links?status=ok'));
      const items: LinkItem[] = body.items;
      const targets = items
        .filter(({ relation }) => relation === 'space')
        .map((item) => item.targetReference);
      return new Map(targets.map((target) => [target?.url, target]));
    };
    const reader = await targetsOf(w.reader);
    expect(reader.get('/spaces/none')).toEqual({ kind: 'space', url: '/spaces/none' });
    expect(reader.get(`/spaces/${closedId}`)).toEqual({ kind: 'space', url: `/spaces/${closedId}` });
    expect(reader.get(`/spaces/${openId}/pages/deep`)).toMatchObject({
      kind: 'page',
      space: { id: openId, title: 'Open' },
      page: { id: 'deep', title: 'Deep', path: 'deep' },
    });
    expect((await targetsOf(w.admin)).get(`/spaces/${closedId}`)).toMatchObject({
      space: { title: 'Closed' },
    });
  });

  it('paginates', async () => {
    const { items } = await getLinks(inSpace('links'));
    const paginated: LinkItem[] = [];
    for (let next = ''; ;) {
      const { body } = await as(w.reader).get(inSpace(`links?limit=3${next}`));
      paginated.push(...body.items);
      if (!body.next) break;
      next = `&page=${body.next.page}`;
    }
    expect(paginated).toEqual(items);
  });
});

describe('listSpacePageLinks', () => {
  it('lists the links of one page only', async () => {
    const { items, stats } = await getLinks(inSpace('content/page/next/links'));
    expect(stats).toEqual({ total: 1, broken: { total: 0, changeRequest: 0 } });
    expect(items[0]).toMatchObject({
      status: 'ok',
      relation: 'anchor',
      targetReference: { kind: 'anchor', page: { id: 'start' }, anchor: 'elsewhere' },
      locationReferences: [{ page: { id: 'next' }, anchor: 'part' }],
    });
    expect((await getLinks(inSpace('content/page/covered/links'))).items.map(short)).toEqual(['ok file 1']);
  });
});

describe.each([
  ['listChangeRequestLinks', () => inRequest('links')],
  ['listChangeRequestPageLinks', () => inRequest('content/page/start/links')],
])('%s', (operation, url) => {
  it('distinguishes links that the change request broke from those that were broken before', async () => {
    const { items, stats } = await getLinks(`${url()}?status=broken`);
    const urls = items.flatMap((item) => item.locationReferences.map((location) => location.url)).toSorted();
    expect(urls).toEqual(
      [
        '/pages/gone',
        '/pages/gone#top',
        '/pages/never',
        '/pages/next',
        '/pages/next#part',
        'next',
      ].toSorted(),
    );
    expect(stats).toMatchObject({ broken: { total: 6, changeRequest: 4 } });
    expect(items[0]?.targetReference?.versionContext).toMatchObject({
      type: 'change-request',
      changeRequest: requestId,
    });
  });

  it('lists only what was broken there', async () => {
    if (operation !== 'listChangeRequestLinks') return;
    const urlsOf = async (context: string) => {
      const { items } = await getLinks(`${url()}?brokenContext=${context}`);
      return items.flatMap((item) => item.locationReferences.map((location) => location.url)).toSorted();
    };
    expect(await urlsOf('space')).toEqual(['/pages/gone', '/pages/gone#top']);
    expect(await urlsOf('change-request')).toEqual([
      '/pages/never',
      '/pages/next',
      '/pages/next#part',
      'next',
    ]);
    expect((await as(w.reader).get(`${url()}?brokenContext=odd`)).status).toBe(400);
  });

  it('accepts the number of a change request as its id', async () => {
    const byNumber = await getLinks(url().replace(requestId, '1'));
    expect(byNumber.items).toEqual((await getLinks(url())).items);
  });

  it('attributes no broken links to an unchanged change request', async () => {
    const fresh = await createChangeRequest(spaceId);
    const { stats } = await getLinks(url().replace(requestId, fresh.id));
    expect(stats).toMatchObject({ broken: { total: 2, changeRequest: 0 } });
  });
});

describe('the uses of a file', () => {
  it('are the pages that show or link to it, including covers, each once', async () => {
    const { body } = await as(w.reader).get(inSpace(`content/files/${fileId}/backlinks`));
    expect(body).toMatchObject({
      count: 2,
      items: [
        {
          kind: 'page',
          organization: { id: w.organization.id },
          space: { id: spaceId },
          versionContext: { type: 'revision' },
          page: { id: 'covered', title: 'Covered', path: 'covered' },
          file: { id: fileId, name: 'dot.png', downloadURL: expect.any(String) },
        },
        { page: { id: 'start' } },
      ],
    });
  });

  it('are those of the change request on its own route', async () => {
    const { body } = await as(w.reader).get(inRequest(`content/files/${fileId}/backlinks`));
    expect(body).toMatchObject({ count: 2, items: [{ page: { id: 'shows' } }, { page: { id: 'start' } }] });
  });
});

describe('the links to a page', () => {
  const linking = async (url: string) => {
    const { body } = await as(w.reader).get(url);
    return body.items.map(({ page }: { page: { id: string } }) => page.id);
  };

  it('are the other pages that link to it or to one of its headings, each once', async () => {
    const { body } = await as(w.reader).get(inSpace('content/page/next/backlinks'));
    expect(body).toMatchObject({
      count: 1,
      items: [
        {
          kind: 'page',
          organization: { id: w.organization.id },
          space: { id: spaceId },
          versionContext: { type: 'revision' },
          page: { id: 'start', title: 'Start', path: 'start' },
        },
      ],
    });
    expect(body.items[0]).not.toHaveProperty('file');
    expect(await linking(inSpace('content/page/start/backlinks'))).toEqual(['next']);
    expect(await linking(inSpace('content/page/covered/backlinks'))).toEqual([]);
  });

  it('are those of the change request on its own route', async () => {
    expect(await linking(inRequest('content/page/start/backlinks'))).toEqual([]);
    expect((await as(w.reader).get(inRequest('content/page/next/backlinks'))).status).toBe(404);
  });
});

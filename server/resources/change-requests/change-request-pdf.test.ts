import { inflateSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#server/base/ids.ts';
import {
  computedPage,
  createApiSpec,
  createChangeRequest,
  createFile,
  writeContent,
} from '#server/test/content-factories.ts';
import { createSpace } from '#server/test/factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { anonymous, as, testApp } from '#server/test/test-app.ts';

let w: OrganizationFixture;
let url: string;
let ids: string[];

const TEXT = `Some **bold** words and [a link](https://press.example/owls).

## Feeding

1. Mice
2. Voles

| Owl | Weighs |
| --- | --- |
| Tawny | 475 g |

\`\`\`js
const owl = 'awake';
\`\`\`

> [!NOTE]
> They see you.

Привет, Łódź – 梟梟
`;

const included = (id: string) => `{% include "/reusable-contents/${id}" %}`;

beforeAll(async () => {
  w = await createOrganizationFixture();
  const space = await createSpace({
    organizationId: w.organization.id,
    defaultLevel: 'inherit',
    title: 'Owls',
  });
  const file = await createFile(space.id);
  const slug = `owls-${newId().toLowerCase()}`;
  await createApiSpec(w.organization.id, slug, {
    openapi: '3.1.0',
    info: { title: 'Owls', version: '1' },
    paths: {
      '/owls': { get: { summary: 'List all owls', description: 'Also those asleep.', responses: {} } },
    },
  });
  const { pages } = await writeContent(
    space,
    [
      {
        title: 'Start',
        text: TEXT,
        pages: [{ title: 'Deep', text: `![A dot](/files/${file.id})\n\n![Gone](/files/x)` }],
      },
      { title: 'Other', text: `Another page\n\n${included('note')}\n\n${included('gone')}\n` },
      { title: 'API', text: `{% openapi-operation spec="${slug}" path="/owls" method="get" %}\n` },
    ],
    [file],
    [
      { id: 'note', title: 'Note', text: `Owls are heard, not seen.\n\n${included('inner')}\n` },
      { id: 'inner', title: 'Inner', text: `Hoot ![A dot](/files/${file.id})\n` },
    ],
  );
  ids = [pages[0], pages[0]?.pages[0], pages[1]].flatMap((page) => page?.id ?? []);
  const { id } = await createChangeRequest(space.id);
  url = `/v1/spaces/${space.id}/change-requests/${id}/pdf`;
});

async function fetchPdf(query = '') {
  const { body } = await as(w.reader).get(`${url}${query}`);
  const { app } = await testApp();
  return app.inject({ method: 'GET', url: body.url.replace('http://bindery.test', '') });
}

function streamsOf(pdf: Buffer): string[] {
  const streams: string[] = [];
  for (let at = pdf.indexOf('stream\n'); at >= 0; at = pdf.indexOf('stream\n', at + 1)) {
    if (pdf.subarray(at - 3, at).toString() === 'end') continue;
    const end = pdf.indexOf('\nendstream', at);
    try {
      streams.push(inflateSync(pdf.subarray(at + 7, end)).toString('latin1'));
    } catch {
      // Images use another encoding.
    }
  }
  return streams;
}

/** The characters that embedded fonts provide. */
function embeddedCharactersOf(pdf: Buffer): Set<string> {
  const maps = streamsOf(pdf).filter((stream) => stream.includes('beginbfrange'));
  const codes = maps.flatMap((map) =>
    [...map.matchAll(/<([0-9a-f]{4})>(?= <|\])/g)].map(([, code = '']) => code),
  );
  return new Set(codes.map((code) => String.fromCodePoint(Number.parseInt(code, 16))));
}

/** The text of a PDF in page order, each run in the encoding of the standard fonts. */
function textOf(pdf: Buffer): string {
  return streamsOf(pdf)
    .flatMap((stream) => [...stream.matchAll(/\[([^\]]*)\] TJ/g)])
    .map(([, parts = '']) =>
      [...parts.matchAll(/<([0-9a-f]*)>/g)]
        .map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1'))
        .join(''),
    )
    .join('\n');
}

describe('getChangeRequestPdf', () => {
  it('needs a token and a visible change request', async () => {
    expect((await as(anonymous).get(url)).status).toBe(401);
    expect((await as(w.outsider).get(url)).status).toBe(404);
    expect((await as(w.reader).get(`${url}?page=nothing`)).status).toBe(404);
    expect((await as(w.reader).get(`${url}?only=perhaps`)).status).toBe(400);
  });

  it('returns the URL of a PDF with titles, headings, lists, tables, code and images of all pages', async () => {
    const response = await fetchPdf();
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('application/pdf');
    const pdf = response.rawPayload;
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    const text = textOf(pdf);
    for (const part of [
      'Start',
      'bold',
      'a link',
      'Feeding',
      '1.',
      'Mice',
      'Owl',
      'Weighs',
      '475 g',
      "const owl = 'awake';",
      'Note\nThey see you.',
      'Deep',
      'Another page',
      'List all owls',
      'Also those asleep.',
      '1 / 4',
      '4 / 4',
      '[Image: Gone]',
    ]) {
      expect(text).toContain(part);
    }
    const raw = pdf.toString('latin1');
    expect(raw).toContain('/URI (https://press.example/owls)');
    expect(raw).toContain('/Subtype /Image');
    expect(raw.match(/\/Type \/Page\b/g)).toHaveLength(4);
  });

  it('embeds fonts for other scripts, and links to the pages whose characters it cannot print', async () => {
    const pdf = (await fetchPdf()).rawPayload;
    expect(pdf.toString('latin1')).toMatch(/\/FontName \/\w+\+DejaVuSans\b/);
    expect([...'Привет, Łódź –'].filter((sign) => !embeddedCharactersOf(pdf).has(sign))).toEqual([]);
    expect(textOf(pdf)).toMatch(/Some text of this page can't be printed: (Japanese|Chinese)\./);
    expect(textOf(pdf)).not.toContain('[CJK]');
    expect(pdf.toString('latin1')).toContain(`/pages/${ids[0]})`);
    const otherPdf = (await fetchPdf(`?page=${ids[2]}`)).rawPayload;
    expect(otherPdf.toString('latin1')).not.toContain('DejaVu');
    expect(textOf(otherPdf)).not.toContain("can't be printed");
  });

  it('prints a page with its subpages, or the page alone', async () => {
    const branch = textOf((await fetchPdf(`?page=${ids[0]}`)).rawPayload);
    expect(branch).toContain('Deep');
    expect(branch).not.toContain('Another page');
    const one = textOf((await fetchPdf(`?page=${ids[0]}&only=true`)).rawPayload);
    expect(one).toContain('Feeding');
    expect(one).not.toContain('Deep');
  });

  it('prints all operations of computed pages, also of those that are divided', async () => {
    const space = await createSpace({ organizationId: w.organization.id, defaultLevel: 'inherit' });
    const slug = `nests-${newId().toLowerCase()}`;
    const schema = { type: 'object', properties: { depth: { type: 'string', description: 'In meters.' } } };
    const names = ['Ring', 'Weigh', 'Release'];
    const paths = names.map((name) => [
      `/${name.toLowerCase()}`,
      {
        post: {
          tags: [name],
          summary: `${name} an owl`,
          requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Nest' } } } },
          responses: {},
        },
      },
    ]);
    await createApiSpec(w.organization.id, slug, {
      openapi: '3.1.0',
      info: { title: 'Nests', version: '1' },
      paths: Object.fromEntries(paths),
      components: { schemas: { Nest: schema } },
    });
    const { computed, ...page } = computedPage(slug);
    if (!computed) throw new Error('The page is computed.');
    const { pages } = await writeContent(space, [
      { title: 'Whole', text: 'Read this first.\n', ...page, computed },
      { title: 'By tag', ...page, computed: { ...computed, props: { pages: 'tag' } } },
    ]);
    const { id } = await createChangeRequest(space.id);
    const print = async (index: number) => {
      const query = `?page=${pages[index]?.id}`;
      const { body } = await as(w.reader).get(`/v1/spaces/${space.id}/change-requests/${id}/pdf${query}`);
      const { app } = await testApp();
      const response = await app.inject({ method: 'GET', url: body.url.replace('http://bindery.test', '') });
      return textOf(response.rawPayload);
    };
    for (const index of [0, 1]) {
      const text = await print(index);
      for (const part of [...names.map((name) => `${name} an owl`), 'depth', 'In meters.'])
        expect(text).toContain(part);
    }
    expect(await print(0)).toContain('Read this first.');
  });

  it('prints reusable contents where pages include them, and nothing where there is none', async () => {
    const pdf = (await fetchPdf(`?page=${ids[2]}`)).rawPayload;
    expect(textOf(pdf)).toMatch(/Another page\n[^]*Owls are heard, not seen\.\n[^]*Hoot/);
    expect(textOf(pdf)).not.toMatch(/\{%|include/);
    expect(pdf.toString('latin1')).toContain('/Subtype /Image');
  });

  it('is served for an hour, at the signed URL only', async () => {
    const { app, clock } = await testApp();
    const { body } = await as(w.reader).get(url);
    const path: string = body.url.replace('http://bindery.test', '');
    const statusOf = async (address: string) =>
      (await app.inject({ method: 'GET', url: address })).statusCode;
    expect(await statusOf(path.replace(/signature=./, 'signature='))).toBe(403);
    expect(await statusOf(`${path}&page=${ids[1]}`)).toBe(403);
    clock.advance(61 * 60_000);
    expect(await statusOf(path)).toBe(403);
    clock.reset();
  });
});

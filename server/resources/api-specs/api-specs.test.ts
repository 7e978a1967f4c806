import { beforeAll, describe, expect, it } from 'vitest';
import { FetchError } from '#server/network/fetch-error.ts';
import { runDueJobs } from '#server/queue/job-queue.ts';
import { publishPage, testFetcher } from '#server/test/fake-web.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { anonymous, as, testApp } from '#server/test/test-app.ts';
import { apiSpecJobs } from './process-spec.ts';

let w: OrganizationFixture;
let base: string;
beforeAll(async () => {
  w = await createOrganizationFixture();
  base = `${w.base}/openapi`;
});

const document = (version = '1.0.0', more: object = {}) => ({
  openapi: '3.1.0',
  info: { title: 'Tides', version },
  paths: {},
  ...more,
});
const text = (...args: Parameters<typeof document>) => ({ text: JSON.stringify(document(...args)) });

let count = 0;
async function createSpec(source: object): Promise<string> {
  count += 1;
  const slug = `tides-${count}`;
  const { status } = await as(w.creator).post(base, { slug, source });
  expect(status).toBe(201);
  return slug;
}

async function runJobs(): Promise<void> {
  const { db, clock } = await testApp();
  await runDueJobs(db, apiSpecJobs(testFetcher), clock);
}

const getSpec = async (slug: string) => (await as(w.reader).get(`${base}/${slug}`)).body;
const listVersions = async (slug: string) => (await as(w.reader).get(`${base}/${slug}/versions`)).body;

async function findAuditEntries(action: string, targetId: string) {
  const { db } = await testApp();
  return db
    .selectFrom('audit_log')
    .select(['actor_id', 'summary'])
    .where('action', '=', action)
    .where('target_id', '=', targetId)
    .execute();
}

describe('createApiSpec', () => {
  it('needs a token', async () => {
    expect((await as(anonymous).post(base, { slug: 'tides', source: text() })).status).toBe(401);
  });

  it.each([
    ['body.slug', { source: text() }],
    ['body.slug', { slug: 'Tides', source: text() }],
    ['body.slug', { slug: 'a'.repeat(101), source: text() }],
    ['body.source', { slug: 'tides' }],
    ['body.source', { slug: 'tides', source: {} }],
    ['body.source', { slug: 'tides', source: { url: 'no address' } }],
    ['body.source', { slug: 'tides', source: { file: 'a' } }],
    ['body.source.url', { slug: 'tides', source: { url: 'ftp://tides.example/openapi.json' } }],
    ['body.source.url', { slug: 'tides', source: { url: 'http://127.0.0.1/openapi.json' } }],
    ['body.source.url', { slug: 'tides', source: { url: 'http://a:b@tides.example/openapi.json' } }],
  ])('names %s when it is wrong', async (path, body) => {
    const response = await as(w.creator).post(base, body);
    expect(response.status).toBe(400);
    expect(JSON.stringify(response.body.error)).toContain(path);
  });

  it('returns 404 to non-members and requires the role create', async () => {
    const body = { slug: 'refused', source: text() };
    expect((await as(w.outsider).post(base, body)).status).toBe(404);
    expect((await as(w.reviewer).post(base, body)).status).toBe(403);
  });

  it('returns 409 for a slug that is taken', async () => {
    const slug = await createSpec(text());
    const { status, body } = await as(w.creator).post(base, { slug, source: text() });
    expect(status).toBe(409);
    expect(body.error.details).toMatchObject([{ path: 'body.slug' }]);
  });

  it('creates a pending specification', async () => {
    const source = { url: publishPage('https://tides.example/waits.json', JSON.stringify(document())) };
    const { status, body } = await as(w.creator).post(base, { slug: 'waits', source });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      object: 'openapi-spec',
      slug: 'waits',
      sourceURL: source.url,
      processingState: 'pending',
      permissions: { view: true, edit: true },
      urls: {
        location: expect.stringContaining('/openapi/waits'),
        app: expect.stringContaining(`/o/${w.organization.id}/api-specs/waits`),
      },
    });
    expect(body).not.toHaveProperty('lastVersion');
    expect(await findAuditEntries('createApiSpec', body.id)).toEqual([
      { actor_id: w.creator.id, summary: 'Created the API specification “waits”.' },
    ]);
  });
});

describe('processing a specification', () => {
  it.each([
    ['2.0 as JSON', JSON.stringify({ swagger: '2.0', info: { title: 'T', version: '1' }, paths: {} })],
    ['3.0 as YAML', 'openapi: 3.0.3\ninfo:\n  title: T\n  version: "1"\npaths: {}\n'],
    ['3.1 as YAML in braces', '{openapi: 3.1.0, info: {title: T, version: "1"}, paths: {}}'],
  ])('parses %s', async (_, source) => {
    const slug = await createSpec({ text: source });
    await runJobs();
    expect(await getSpec(slug)).toMatchObject({
      processingState: 'complete',
      lastVersion: expect.any(String),
      lastProcessedAt: expect.any(String),
    });
    expect(await getSpec(slug)).not.toHaveProperty('lastProcessErrorCode');
  });

  it.each([
    ['no OpenAPI', '{"hello": "world"}'],
    ['an empty text', ''],
    ['broken JSON', '{"openapi": "3.1.0",'],
    ['broken YAML', 'openapi: 3.1.0\n  info: [\n'],
    ['a list', '[1, 2]'],
    ['endless nesting', `{"openapi":"3.1.0","x-a":${'['.repeat(5000)}${']'.repeat(5000)}}`],
    [
      'a short text that expands to a huge one',
      ['a: &a [x,x,x,x,x,x,x,x,x]']
        .concat([...'bcdefghi'].map((name, i) => `${name}: &${name} [${Array(9).fill(`*${'abcdefgh'[i]}`)}]`))
        .join('\n'),
    ],
  ])('rejects %s', async (_, source) => {
    const slug = await createSpec({ text: source });
    await runJobs();
    expect(await getSpec(slug)).toMatchObject({
      processingState: 'complete',
      lastProcessErrorCode: 'PARSE_ERROR',
      lastProcessError: {
        message: expect.stringMatching(/\w{3}.*\.$/),
        file: expect.stringMatching(/^openapi\./),
      },
    });
    expect((await as(w.reader).get(`${base}/${slug}/versions/latest`)).status).toBe(404);
  });

  it.each([
    ['an unknown version', { ...document(), openapi: '9.0' }, '/openapi'],
    ['a missing title', { openapi: '3.1.0', info: { version: '1' }, paths: {} }, '/info'],
    ['a dangling reference', document('1', { paths: { '/a': { $ref: '#/nowhere' } } }), '/paths/~1a'],
    ['an escaped NUL', document('1', { 'x-a': '\u0000' }), undefined],
    ['a lone surrogate', document('1', { 'x-a': '\uD800' }), undefined],
  ])('takes %s with a warning at its place', async (_, source, path) => {
    const slug = await createSpec({ text: JSON.stringify(source, null, 2) });
    await runJobs();
    const { body } = await as(w.reader).get(`${base}/${slug}/versions/latest`);
    expect(body).toMatchObject({
      warningCount: 1,
      warnings: [{ file: 'openapi.json', ...(path !== undefined && { path, line: expect.any(Number) }) }],
    });
    expect(await getSpec(slug)).not.toHaveProperty('lastProcessError');
  });

  it.each([
    ['FETCH_TIMEOUT', 'timeout'],
    ['FETCH_ERROR', 'status'],
    ['FETCH_ERROR', 'refused'],
    ['FETCH_ERROR', 'too-large'],
    ['FETCH_ERROR', 'unreachable'],
  ] as const)('reports %s when fetching fails (%s)', async (code, failure) => {
    const slug = await createSpec({
      url: publishPage(`https://tides.example/${failure}`, new FetchError(failure, 'No.')),
    });
    await runJobs();
    expect(await getSpec(slug)).toMatchObject({
      processingState: 'complete',
      lastProcessErrorCode: code,
      lastProcessError: { message: 'No.' },
    });
  });

  it('parses a large document in a task process', async () => {
    const big = document('1', { 'x-notes': 'tide '.repeat(80_000) });
    const slug = await createSpec({ text: JSON.stringify(big) });
    await runJobs();
    const { body } = await as(w.reader).get(`${base}/${slug}/versions/latest/content`);
    expect(body.filesystem['openapi.json']).toEqual(big);
  });
});

describe('a specification on the web', () => {
  it('may start with a byte order mark', async () => {
    const url = publishPage('https://tides.example/marked.json', `\uFEFF${JSON.stringify(document())}`);
    const slug = await createSpec({ url });
    await runJobs();
    expect(await getSpec(slug)).toMatchObject({ lastVersion: expect.any(String) });
  });

  it('comes with the files beside its address, from the same host only', async () => {
    const root = 'https://tides.example/apis/v1/openapi.yaml';
    const paths =
      "/a: {$ref: 'paths/a%20b.yaml'}\n  /b: {$ref: 'https://tides.example/b.yaml'}\n  /c: {$ref: 'https://other.example/c.yaml'}\n  /d: {$ref: gone.yaml}";
    publishPage(root, `openapi: 3.1.0\ninfo: {title: T, version: "1"}\npaths:\n  ${paths}\n`);
    publishPage('https://tides.example/apis/v1/paths/a%20b.yaml', 'get: {$ref: ../../shared.json#/list}');
    publishPage('https://tides.example/apis/shared.json', '{"list": {"summary": "All", "responses": {}}}');
    publishPage('https://tides.example/b.yaml', 'get: {summary: B, responses: {}}');
    publishPage('https://other.example/c.yaml', 'get: {summary: Secret}');
    publishPage('https://tides.example/apis/v1/gone.yaml', new FetchError('status', 'Gone.'));
    const slug = await createSpec({ url: root });
    await runJobs();
    const { body } = await as(w.reader).get(`${base}/${slug}/versions/latest/content`);
    expect(Object.keys(body.filesystem)).toEqual([
      'openapi.yaml',
      'paths/a b.yaml',
      'https://tides.example/b.yaml',
      '../shared.json',
    ]);
    const { body: version } = await as(w.reader).get(`${base}/${slug}/versions/latest`);
    expect(version.warnings).toMatchObject([
      { line: 6, message: expect.stringContaining('at another address') },
      { line: 7, message: expect.stringContaining('Gone.') },
    ]);
  });

  it('may be sent as several files, whose names and sizes are checked first', async () => {
    const files = [
      {
        name: './openapi.yaml',
        text: 'openapi: 3.1.0\ninfo: {title: T, version: "1"}\npaths:\n  /a: {$ref: a.yaml}\n',
      },
      { name: 'a.yaml', text: 'get: {responses: {}}' },
    ];
    const slug = await createSpec({ files, main: 'openapi.yaml' });
    await runJobs();
    const { body } = await as(w.reader).get(`${base}/${slug}/versions/latest/content`);
    expect(body.filesystem['a.yaml']).toEqual({ get: { responses: {} } });
    const send = async (source: object) =>
      (await as(w.creator).post(base, { slug: 'several', source })).status;
    expect(await send({ files, main: 'b.yaml' })).toBe(400);
    expect(await send({ files: [...files, { name: '/a.yaml', text: '' }], main: 'openapi.yaml' })).toBe(400);
    const large = { name: 'c.md', text: 'c'.repeat(10_000_000) };
    expect(await send({ files: [...files, large], main: 'openapi.yaml' })).toBe(400);
  });
});

describe('putApiSpec', () => {
  it('needs a token, a valid body and slug, and the role create', async () => {
    expect((await as(anonymous).put(`${base}/put`, { source: text() })).status).toBe(401);
    expect((await as(w.creator).put(`${base}/put`, {})).status).toBe(400);
    expect((await as(w.creator).put(`${base}/Not-A-Slug`, { source: text() })).status).toBe(400);
    const inside = { source: { url: 'http://10.0.0.1/' } };
    expect((await as(w.creator).put(`${base}/put`, inside)).status).toBe(400);
    expect((await as(w.outsider).put(`${base}/put`, { source: text() })).status).toBe(404);
    expect((await as(w.editor).put(`${base}/put`, { source: text() })).status).toBe(403);
  });

  it('creates a missing specification, and a new version when the document changes', async () => {
    const url = `${base}/put`;
    const first = await as(w.creator).put(url, { source: text('1.0.0') });
    expect(first).toMatchObject({ status: 200, body: { processingState: 'pending' } });
    await runJobs();
    const { lastVersion } = await getSpec('put');
    await as(w.creator).put(url, { source: text('1.0.0') });
    expect((await getSpec('put')).processingState).toBe('pending');
    await runJobs();
    expect((await getSpec('put')).lastVersion).toBe(lastVersion);
    await as(w.creator).put(url, { source: text('1.1.0') });
    await runJobs();
    const versions = await listVersions('put');
    expect(versions.items.map(({ id }: { id: string }) => id)).toEqual([
      (await getSpec('put')).lastVersion,
      lastVersion,
    ]);
    expect(await findAuditEntries('putApiSpec', first.body.id)).toHaveLength(3);
  });

  it('retains the last valid version when the new document is invalid', async () => {
    const slug = await createSpec(text());
    await runJobs();
    const { lastVersion } = await getSpec(slug);
    await as(w.creator).put(`${base}/${slug}`, { source: { text: 'nonsense' } });
    await runJobs();
    expect(await getSpec(slug)).toMatchObject({ lastVersion, lastProcessErrorCode: 'PARSE_ERROR' });
  });

  it.each([
    ['brackets', '['.repeat(20_000)],
    ['braces in braces', 'a: {'.repeat(20_000)],
    ['lists in lists', `openapi: 3.1.0\nx-a: ${'- '.repeat(20_000)}`],
    ['keys below keys', Array.from({ length: 1000 }, (_, level) => `${' '.repeat(level)}a:`).join('\n')],
    ['a JSON document', '{"a":'.repeat(20_000)],
    ['closed brackets', `{"openapi": "3.1.0", "x-a": ${'['.repeat(5000)}${']'.repeat(5000)}}`],
    [
      'aliases of aliases',
      `a: &a [x, x]\n${'bcdefghijklmnopqrstuvwxyz'
        .split('')
        .map((key, at) => `${key}: &${key} [${`*${'abcdefghijklmnopqrstuvwxyz'[at]}, `.repeat(20)}]`)
        .join('\n')}`,
    ],
  ])('reports a document that is too deep for any parser: %s', async (_, source) => {
    const slug = await createSpec({ text: source });
    await runJobs();
    expect(await getSpec(slug)).toMatchObject({
      processingState: 'complete',
      lastProcessErrorCode: 'PARSE_ERROR',
    });
  });

  it('honors If-Match', async () => {
    const slug = await createSpec(text());
    const { headers } = await as(w.creator).get(`${base}/${slug}`);
    await runJobs();
    const stale = { 'if-match': String(headers.etag) };
    expect((await as(w.creator).put(`${base}/${slug}`, { source: text() }, stale)).status).toBe(412);
    expect((await as(w.creator).put(`${base}/brand-new`, { source: text() }, stale)).status).toBe(412);
    const fresh = { 'if-match': String((await as(w.creator).get(`${base}/${slug}`)).headers.etag) };
    expect((await as(w.creator).put(`${base}/${slug}`, { source: text() }, fresh)).status).toBe(200);
  });
});

describe('deleteApiSpec', () => {
  it('requires the role create, and deletes the versions too', async () => {
    const slug = await createSpec(text());
    await runJobs();
    const { id } = await getSpec(slug);
    const url = `${base}/${slug}`;
    expect((await as(anonymous).delete(url)).status).toBe(401);
    expect((await as(w.outsider).delete(url)).status).toBe(404);
    expect((await as(w.guest).delete(url)).status).toBe(404);
    expect((await as(w.commenter).delete(url)).status).toBe(403);
    expect((await as(w.creator).delete(url)).status).toBe(205);
    expect((await as(w.creator).get(url)).status).toBe(404);
    expect((await as(w.creator).delete(url)).status).toBe(404);
    const { db } = await testApp();
    const remainingVersions = await db
      .selectFrom('api_spec_versions')
      .select('id')
      .where('api_spec_id', '=', id)
      .execute();
    expect(remainingVersions).toEqual([]);
    expect(await findAuditEntries('deleteApiSpec', id)).toHaveLength(1);
  });
});

describe('specifications and versions', () => {
  it('are visible to all members but guests', async () => {
    const slug = await createSpec(text());
    expect((await as(anonymous).get(base)).status).toBe(401);
    expect((await as(w.reader).get(`${base}?limit=0`)).status).toBe(400);
    expect((await as(w.guest).get(base)).status).toBe(403);
    for (const path of ['', '/versions', '/versions/latest', '/versions/latest/content'])
      expect((await as(w.guest).get(`${base}/${slug}${path}`)).status).toBe(404);
    expect((await getSpec(slug)).permissions).toEqual({ view: true, edit: false });
  });

  it('are listed newest first, page by page', async () => {
    const [older, newer] = [await createSpec(text()), await createSpec(text())];
    const first = await as(w.reader).get(`${base}?limit=1`);
    expect(first.body.items[0].slug).toBe(newer);
    expect(first.body.count).toBeGreaterThan(1);
    const second = await as(w.reader).get(`${base}?limit=1&page=${first.body.next.page}`);
    expect(second.body.items[0].slug).toBe(older);
  });

  it('contain their documents by file name', async () => {
    const url = publishPage(
      'https://tides.example/api/tides.yaml',
      'openapi: 3.0.0\ninfo: {title: T, version: 1.0.0}\npaths: {}',
    );
    const slug = await createSpec({ url });
    await runJobs();
    const latest = await as(w.reader).get(`${base}/${slug}/versions/latest`);
    expect(latest.body).toMatchObject({ object: 'openapi-spec-version', createdAt: expect.any(String) });
    const one = await as(w.reader).get(`${base}/${slug}/versions/${latest.body.id}`);
    expect(one.body).toEqual(latest.body);
    const content = await as(w.reader).get(new URL(latest.body.url).pathname);
    expect(content.body).toEqual({
      url: latest.body.url,
      filesystem: {
        'tides.yaml': { openapi: '3.0.0', info: { title: 'T', version: '1.0.0' }, paths: {} },
      },
    });
    expect(await as(w.reader).get(`${base}/${slug}/versions/latest/content`)).toMatchObject({
      body: content.body,
    });
  });
});

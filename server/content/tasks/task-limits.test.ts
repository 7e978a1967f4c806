// @module-tag long
// @module-tag embedded-only
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { CommentBody } from '#api/generated/types.gen.ts';
import { newId } from '#server/base/ids.ts';
import { runDueJobs } from '#server/queue/job-queue.ts';
import { apiSpecJobs } from '#server/resources/api-specs/process-spec.ts';
import { createChangeRequest, writeContent } from '#server/test/content-factories.ts';
import { createSpace } from '#server/test/factories.ts';
import { publishPage, testFetcher } from '#server/test/fake-web.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { sharedDatabase, startApp, testApp } from '#server/test/test-app.ts';
import { DEFAULT_TASK_LIMITS, setTaskLimits, type TaskLimits } from './run-task.ts';

/**
 * The response when a task reaches a limit, and that it leaves nothing behind. Each kind of task meets one of
 * the two limits, which `run-task.test.ts` tests separately; in the deep tests, both.
 */
const isDeep = process.env.DEEP !== undefined;

let app: FastifyInstance;
let fixture: OrganizationFixture;
beforeAll(async () => {
  // A separate app, so that its tasks run in this process, whose limits are lowered.
  const started = await startApp({ database: await sharedDatabase() });
  app = started.app;
  fixture = await createOrganizationFixture();
  return started.close;
});
afterEach(() => setTaskLimits(DEFAULT_TASK_LIMITS));

/** The minimum setting: much less than each slow input takes on any machine. */
const SHORT_TIME_LIMIT: TaskLimits = { ...DEFAULT_TASK_LIMITS, seconds: 1 };
/** The minimum setting: enough for an ordinary input, not for a large one. */
const LOW_MEMORY_LIMIT: TaskLimits = { ...DEFAULT_TASK_LIMITS, megabytes: 128 };

const TOO_SLOW = 'The content takes too long to process. Nothing was changed.';
const TOO_LARGE = 'The content is too large or too deeply nested. Nothing was changed.';

/** Ambiguous emphasis, for which Markdown parsers take quadratic time. */
const SLOW_TEXT = 'a_'.repeat(150_000);
/** Whitespace split by comments, for which the converter takes quadratic time. */
const SLOW_PAGE = `<pre>${`${' '.repeat(100)}<!---->`.repeat(20_000)}a</pre>`;
/** The maximum number of elements of an import. */
const LARGE_PAGE = '<p>a'.repeat(249_000);
/** The parser compares each key with all others. */
const SLOW_SPEC = Array.from({ length: 100_000 }, (_, n) => `x-${n}: 1`).join('\n');
const LARGE_SPEC = `{"a": [${'{},'.repeat(3_000_000)}{}]}`;
/** Many small blocks, each of which creates objects. */
const LARGE_TEXT = Array.from({ length: 300_000 }, (_, n) => `${n.toString(36)}\n\n`).join('');

async function send(method: 'GET' | 'POST', url: string, payload?: object) {
  const response = await app.inject({
    method,
    url,
    headers: { authorization: `Bearer ${fixture.admin.token}`, 'x-request-id': 'of-the-caller' },
    ...(payload && { payload }),
  });
  const isJson = String(response.headers['content-type']).startsWith('application/json');
  const { statusCode: status, headers } = response;
  return { status, requestId: headers['x-request-id'], body: isJson ? response.json() : undefined };
}

/** A space with a page and a change request, created with the shortest time limit. */
async function createWritten(text: string) {
  setTaskLimits(SHORT_TIME_LIMIT);
  const space = await createSpace({ organizationId: fixture.organization.id, defaultLevel: 'inherit' });
  const { pages } = await writeContent(space, [{ title: 'Page', text }]);
  const { id } = await createChangeRequest(space.id);
  const base = `/v1/spaces/${space.id}`;
  const request = `${base}/change-requests/${id}`;
  return { space, base, request, changeRequestId: id, page: pages[0]?.id ?? '' };
}

const importPage = (base: string, html: string) => {
  const url = publishPage(`https://${newId().toLowerCase()}.example/`, html);
  return send('POST', `${base}/content/import`, { source: 'html', url });
};

const insertPage = (request: string, markdown: string) =>
  send('POST', `${request}/content`, {
    changes: [{ operation: 'insert_page', title: 'New', document: { markdown } }],
  });

async function exportPdf(request: string) {
  const { body } = await send('GET', `${request}/pdf`);
  const { pathname, search } = new URL(body.url);
  return send('GET', pathname + search);
}

/** Everything that a content change writes. */
async function loadState() {
  const { db } = await testApp();
  const tables = ['revisions', 'documents', 'document_facts', 'files', 'audit_log'];
  const counts = tables.map(async (table) => {
    const { rows } = await sql<{
      count: number;
    }>`select count(*)::int as count from ${sql.table(table)}`.execute(db);
    return [table, rows[0]?.count];
  });
  const heads = await db.selectFrom('spaces').select(['id', 'revision_id']).orderBy('id').execute();
  const requests = await db.selectFrom('change_requests').selectAll().orderBy('id').execute();
  return { heads, requests, counts: await Promise.all(counts) };
}

type SentResponse = Awaited<ReturnType<typeof send>>;

/** The number of concurrent tasks of an organization: a leaked slot would block the next task. */
const ALL_SLOTS = 3;

/** Runs `act` with limits that it exceeds; expects an error and no changes. */
async function expectLimitError(
  limits: TaskLimits,
  message: string,
  act: () => Promise<SentResponse>,
  times = 1,
) {
  const before = await loadState();
  setTaskLimits(limits);
  const responses = await Promise.all(Array.from({ length: times }, act));
  for (const response of responses) {
    expect(response).toMatchObject({ status: 400, requestId: 'of-the-caller' });
    expect(response.body.error).toMatchObject({ code: 400, message });
  }
  expect(await loadState()).toEqual(before);
  expect((await send('GET', fixture.base)).status).toBe(200);
}

describe('an import', () => {
  it.runIf(isDeep)(
    'that takes too long is rejected with a message, adds nothing, and the next one succeeds',
    async () => {
      const { base } = await createWritten('a');
      const message = 'The content takes too long to import.';
      await expectLimitError(SHORT_TIME_LIMIT, message, () => importPage(base, SLOW_PAGE), ALL_SLOTS);
      setTaskLimits(DEFAULT_TASK_LIMITS);
      expect(await importPage(base, '<p>a</p>')).toMatchObject({ status: 201 });
    },
  );

  it('that takes too much memory is rejected with a message, adds nothing, and the next one succeeds', async () => {
    const { base } = await createWritten('a');
    const message = 'The content is too large or too deeply nested to import.';
    await expectLimitError(LOW_MEMORY_LIMIT, message, () => importPage(base, LARGE_PAGE), ALL_SLOTS);
    expect(await importPage(base, '<p>a</p>')).toMatchObject({ status: 201 });
  });
});

describe('an edit with a text', () => {
  it('that takes too long is rejected with a message, writes nothing, and the next one succeeds', async () => {
    const { request } = await createWritten('a');
    await expectLimitError(SHORT_TIME_LIMIT, TOO_SLOW, () => insertPage(request, SLOW_TEXT));
    setTaskLimits(DEFAULT_TASK_LIMITS);
    expect(await insertPage(request, 'a line\n\n'.repeat(2000))).toMatchObject({ status: 200 });
  });

  it.runIf(isDeep)(
    'that takes too much memory is rejected with a message, writes nothing, and the next one succeeds',
    async () => {
      const { request } = await createWritten('a');
      await expectLimitError(LOW_MEMORY_LIMIT, TOO_LARGE, () => insertPage(request, LARGE_TEXT));
      expect(await insertPage(request, 'a line\n\n'.repeat(2000))).toMatchObject({ status: 200 });
    },
  );
});

describe('a PDF export', () => {
  it('that takes too long is rejected with a message, and the next one succeeds', async () => {
    const [slow, ordinary] = [await createWritten(SLOW_TEXT), await createWritten('a')];
    await expectLimitError(SHORT_TIME_LIMIT, TOO_SLOW, () => exportPdf(slow.request));
    setTaskLimits(DEFAULT_TASK_LIMITS);
    expect(await exportPdf(ordinary.request)).toMatchObject({ status: 200 });
  });

  it.runIf(isDeep)(
    'that takes too much memory is rejected with a message, and the next one succeeds',
    async () => {
      const [large, ordinary] = [await createWritten(LARGE_TEXT), await createWritten('a')];
      await expectLimitError(LOW_MEMORY_LIMIT, TOO_LARGE, () => exportPdf(large.request));
      expect(await exportPdf(ordinary.request)).toMatchObject({ status: 200 });
    },
  );
});

/** The ways in which a text reaches a limit. */
const heavyTexts = [
  ['takes too long', SHORT_TIME_LIMIT, TOO_SLOW, SLOW_TEXT],
  ['takes too much memory', LOW_MEMORY_LIMIT, TOO_LARGE, LARGE_TEXT],
] as const;

describe('a page', () => {
  it.each(isDeep ? heavyTexts : heavyTexts.slice(0, 1))(
    'whose document %s can still be read as markdown',
    async (_what, limits, message, text) => {
      const { base, page } = await createWritten(text);
      const url = `${base}/content/page/${page}`;
      await expectLimitError(limits, message, () => send('GET', `${url}?format=document`));
      const { status, body } = await send('GET', `${url}?format=markdown`);
      expect({ status, body }).toMatchObject({ status: 200, body: { markdown: text } });
    },
  );
});

describe('comments', () => {
  it('that take too long to parse are shown as plain text, the others as usual', async () => {
    const { base } = await createWritten('a');
    const url = `${base}/comments`;
    const slow = 'a_'.repeat(32_768);
    for (const markdown of [slow, 'Say **so**']) {
      expect((await send('POST', url, { body: { markdown } })).status).toBe(200);
    }
    setTaskLimits(SHORT_TIME_LIMIT);
    const { status, body } = await send('GET', url);
    expect({ status, count: body.count }).toEqual({ status: 200, count: 2 });
    const bodies = body.items.map((item: { body: CommentBody }) => item.body.document?.nodes?.[0]?.nodes);
    // Shown as plain text, because its task was ended.
    const leaf = (text: string, ...marks: object[]) => ({ object: 'leaf', text, marks });
    const textOf = (...leaves: object[]) => [{ object: 'text', type: 'text', leaves }];
    expect(bodies).toContainEqual(textOf(leaf(slow)));
    expect(bodies).toContainEqual(textOf(leaf('Say '), leaf('so', { object: 'mark', type: 'bold' })));
    setTaskLimits(DEFAULT_TASK_LIMITS);
  });
});

describe('a merge', () => {
  it.each(isDeep ? heavyTexts : heavyTexts.slice(0, 1))(
    'that %s is rejected with a message and merges nothing',
    async (_what, limits, message, text) => {
      const { space, request, changeRequestId, page } = await createWritten(`one\n\n${text}\n\ntwo`);
      const { db } = await testApp();
      const change = (markdown: string) => writeContent(space, [{ id: page, title: 'Page', text: markdown }]);
      const ours = await change(`changed\n\n${text}\n\ntwo`);
      await db
        .updateTable('change_requests')
        .set({ revision_id: ours.revisionId })
        .where('id', '=', changeRequestId)
        .execute();
      await change(`one\n\n${text}\n\nchanged`);
      await expectLimitError(limits, message, () => send('POST', `${request}/merge`));
      expect((await send('GET', request)).body.status).toBe('open');
    },
  );
});

describe('a specification', () => {
  it.each([
    ['too long', SHORT_TIME_LIMIT, SLOW_SPEC],
    ['too much memory', LOW_MEMORY_LIMIT, LARGE_SPEC],
  ])('that takes %s to parse ends with a parse error', async (_what, limits, text) => {
    const { db, clock } = await testApp();
    const slug = newId().toLowerCase();
    const { status, body } = await send('POST', `${fixture.base}/openapi`, { slug, source: { text } });
    expect(status).toBe(201);
    setTaskLimits(limits);
    await runDueJobs(db, apiSpecJobs(testFetcher), clock);
    const response = await send('GET', `${fixture.base}/openapi/${body.slug}`);
    expect(response).toMatchObject({
      status: 200,
      body: { processingState: 'complete', lastProcessErrorCode: 'PARSE_ERROR' },
    });
    expect(response.body.lastVersion).toBeUndefined();
    expect(await runDueJobs(db, apiSpecJobs(testFetcher), clock)).toBe(0);
  });
});

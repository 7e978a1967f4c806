import { sql } from 'kysely';
/** Reading, comparing, merging and importing very long pages. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { newId } from '../server/base/ids.ts';
import {
  noPreparation,
  sendRequest,
  type BenchContext,
  measureTime,
  type TimedResult,
} from './in-process.ts';

const MEGABYTE = 1_000_000;

/** The sizes of the pages. */
export interface PageSizes {
  lines: number;
  /** The size of the imported page. */
  bytes: number;
}

const lineOf = (index: number): string =>
  `Gauge ${index} is read at high water and at low water, and its mark is noted.`;
const textOf = (lines: readonly string[]): string => `# Gauges\n\n${lines.join('\n')}\n`;

/** Reads, compares and merges a long page, and imports one, compared with minimal SQL. */
export async function measureLargePages(measured: BenchContext, sizes: PageSizes): Promise<TimedResult[]> {
  const lines = Array.from({ length: sizes.lines }, (_, index) => lineOf(index));
  const { base, page } = await createSpace(measured, textOf(lines));
  return [
    await measureReading(measured, base, page),
    await measureComparing(measured, { base, page, lines }),
    await measureMerging(measured, { base, page, lines }),
    await measureImport(measured, sizes.bytes),
  ];
}

/** A space with one page, made through a change request. */
async function createSpace(measured: BenchContext, markdown: string) {
  const { id } = await sendRequest(measured, 'POST', `/v1/orgs/${measured.organizationId}/spaces`, {
    title: 'Long',
  });
  const base = `/v1/spaces/${id}`;
  const url = await createChangeRequest(measured, base, [
    { operation: 'insert_page', title: 'Gauges', document: { markdown } },
  ]);
  await sendRequest(measured, 'POST', `${url}/merge`);
  const { pages } = await sendRequest<{ pages: { id: string }[] }>(measured, 'GET', `${base}/content/pages`);
  return { base, page: pages[0]?.id ?? '' };
}

/** Creates a change request with edits; returns its URL. */
async function createChangeRequest(measured: BenchContext, base: string, changes: object[]): Promise<string> {
  const { id } = await sendRequest(measured, 'POST', `${base}/change-requests`, {});
  const url = `${base}/change-requests/${id}`;
  await sendRequest(measured, 'POST', `${url}/content`, { changes });
  return url;
}

const storedText = (base: string) => sql<{ markdown: string }>`
  select d.markdown from spaces s join revisions r on r.id = s.revision_id
  join documents d on d.id = r.pages -> 0 ->> 'documentId' where s.id = ${base.split('/').at(-1)}`;

async function measureReading(measured: BenchContext, base: string, page: string): Promise<TimedResult> {
  const { db, rounds } = measured;
  const url = `${base}/content/page/${page}?format=markdown`;
  const baseline = await measureTime(rounds, () => storedText(base).execute(db), noPreparation);
  return {
    name: 'read a long page',
    time: await measureTime(rounds, () => sendRequest(measured, 'GET', url), noPreparation),
    baseline,
  };
}

interface LongPage {
  base: string;
  page: string;
  lines: string[];
}

/** An edit of every hundredth line, counted from `from`. */
function createEdit({ page, lines }: LongPage, from: number, suffix: string): object {
  const changed = lines.map((line, index) => (index % 100 === from ? `${line} ${suffix}` : line));
  return { operation: 'update_page', page, document: { markdown: textOf(changed) } };
}

/** The baseline reads both versions and iterates over their lines once. */
async function measureComparing(measured: BenchContext, long: LongPage): Promise<TimedResult> {
  const { db, rounds } = measured;
  const url = `${await createChangeRequest(measured, long.base, [createEdit(long, 7, 'Changed.')])}/changes`;
  const baseline = await measureTime(
    rounds,
    async () => {
      const [base, current] = [
        await storedText(long.base).execute(db),
        await storedText(long.base).execute(db),
      ];
      const before = base.rows[0]?.markdown.split('\n') ?? [];
      const after = current.rows[0]?.markdown.split('\n') ?? [];
      return before.filter((line, index) => line !== after[index]);
    },
    noPreparation,
  );
  return {
    name: 'changes of a long page',
    time: await measureTime(rounds, () => sendRequest(measured, 'GET', url), noPreparation),
    baseline,
  };
}

/** Before each run, other lines of the space change. The baseline stores a merged text. */
async function measureMerging(measured: BenchContext, long: LongPage): Promise<TimedResult> {
  const { db, rounds } = measured;
  let round = 0;
  const prepare = async (): Promise<string> => {
    round += 1;
    const own = await createSpace(measured, textOf(long.lines));
    const page = { ...own, lines: long.lines };
    const mine = await createChangeRequest(measured, own.base, [createEdit(page, 7, `Mine ${round}.`)]);
    const theirs = await createChangeRequest(measured, own.base, [createEdit(page, 57, `Theirs ${round}.`)]);
    await sendRequest(measured, 'POST', `${theirs}/merge`);
    return mine;
  };
  const merge = async (url: string): Promise<void> => {
    const { result } = await sendRequest<{ result: string }>(measured, 'POST', `${url}/merge`);
    if (result !== 'merge') throw new Error(`Merging ${url} returned ${result}.`);
  };
  const baseline = await measureTime(
    rounds,
    () =>
      storedText(long.base)
        .execute(db)
        .then(({ rows }) => storeDocument(measured, long.base, rows[0]?.markdown ?? '')),
    noPreparation,
  );
  return { name: 'merge into a long page', time: await measureTime(rounds, merge, prepare), baseline };
}

/** The minimum for a new text of a space: the text and a revision, in one transaction. */
async function storeDocument({ db }: BenchContext, base: string, markdown: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`insert into documents (id, markdown) values (${newId()}, ${markdown})`.execute(trx);
    await sql`
      insert into revisions (id, space_id, pages, files, reusable_contents)
      select ${newId()}, id, '[]', '[]', '[]' from spaces where id = ${base.split('/').at(-1)}`.execute(trx);
  });
}

/** The baseline fetches the same page and stores it unchanged. */
async function measureImport(measured: BenchContext, bytes: number): Promise<TimedResult> {
  const paragraph = (index: number): string => `## Gauge ${index}\n\n${lineOf(index)}\n\n`;
  let markdown = '# Imported\n\n';
  for (let index = 0; markdown.length < bytes; index += 1) markdown += paragraph(index);
  const source = createServer((_request, response) => {
    response.setHeader('content-type', 'text/markdown');
    response.end(markdown);
  });
  await once(source.listen(0, '127.0.0.1'), 'listening');
  const address = source.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/gauges.md`;
  try {
    const prepare = async (): Promise<string> => {
      const { id } = await sendRequest(measured, 'POST', `/v1/orgs/${measured.organizationId}/spaces`, {});
      return `/v1/spaces/${id}`;
    };
    const fetchAndStore = async (base: string) =>
      storeDocument(measured, base, await (await fetch(url)).text());
    const baseline = await measureTime(measured.rounds, fetchAndStore, prepare);
    const runImport = (base: string) =>
      sendRequest(measured, 'POST', `${base}/content/import`, { url, source: 'markdown' });
    const own = await measureTime(measured.rounds, runImport, prepare);
    return {
      name: `import of a page of ${Math.round((bytes / MEGABYTE) * 10) / 10} MB`,
      time: own,
      baseline,
    };
  } finally {
    source.close();
  }
}

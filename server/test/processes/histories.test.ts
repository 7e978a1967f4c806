// @module-tag both-engines
// @module-tag histories
import { describe, expect, it, onTestFinished } from 'vitest';
import { SeededRandom } from '../random.ts';
import { KillableServer, ServerData } from './killable-server.ts';
import { hasExplanation, type HistoryEvent } from './linearizability.ts';

/** Clients that move sections and merge change requests at once, while their server is killed. */

const HISTORIES = Number(process.env.HISTORIES ?? 10);
/** Histories at the same time, which share one kill. */
const AT_ONCE = 10;
const SECTIONS = ['A1', 'B2', 'C3'];
const PAGES = 2;
/** Change requests of one page conflict with each other. */
const CHANGE_REQUESTS = 4;

interface State {
  /** Titles of the sections in order. */
  order: readonly string[];
  /** Numbers of the merged change requests. */
  merged: readonly number[];
}

const pageOf = (request: number): number => request % PAGES;
const conflicts = ({ merged }: State, request: number): boolean =>
  merged.some((other) => other !== request && pageOf(other) === pageOf(request));

/** The shared state of the clients of one history. */
interface Shared {
  space: string;
  site: string;
  sections: Map<string, string>;
  pages: string[];
}

async function prepare(server: KillableServer, organization: string): Promise<Shared> {
  const { id: spaceId } = await server.expect('POST', `${organization}/spaces`, { title: 'Shared' });
  const space = `/v1/spaces/${spaceId}`;
  const edit = async (subject: string, changes: object[]) => {
    const { id } = await server.expect('POST', `${space}/change-requests`, { subject });
    const { pages } = await server.expect('POST', `${space}/change-requests/${id}/content`, { changes });
    return { number: id, pages };
  };
  const inserted = Array.from({ length: PAGES }, (_, page) => ({
    operation: 'insert_page',
    title: `Page ${page}`,
    document: { markdown: 'Nobody\n' },
  }));
  const first = await edit('Pages', inserted);
  await server.expect('POST', `${space}/change-requests/${first.number}/merge`);
  for (let request = 0; request < CHANGE_REQUESTS; request += 1)
    await edit(`Request ${request}`, [
      {
        operation: 'update_page',
        page: first.pages[pageOf(request)],
        document: { markdown: `Request ${request}\n` },
      },
    ]);
  const { id: siteId } = await server.expect('POST', `${organization}/sites`, { title: 'Shared' });
  const site = `${organization}/sites/${siteId}`;
  const sections = new Map<string, string>();
  for (const title of SECTIONS) {
    const section = await server.expect('POST', `${site}/sections`, { spaceId, title });
    sections.set(title, section.id);
  }
  return { space, site, sections, pages: first.pages };
}

type Send = (method: string, path: string, body?: object) => ReturnType<KillableServer['send']>;
type Answer = Awaited<ReturnType<Send>>;

/** An operation of a client: what it sends, and what its answer means. */
interface Operation {
  text: string;
  send: () => Promise<Answer>;
  apply: (state: State, answer: Answer) => State | undefined;
}

const changeRequestUrl = ({ space }: Shared, request: number): string =>
  // The first one added the pages.
  `${space}/change-requests/${request + 2}`;

function move(shared: Shared, send: Send, title: string, after: string): Operation {
  const position = { after: { type: 'site-section', siteSection: shared.sections.get(after) } };
  return {
    text: `move ${title} after ${after}`,
    send: () => send('POST', `${shared.site}/sections/${shared.sections.get(title)}/move`, { position }),
    apply: (state, answer) => {
      if (answer && answer.status !== 200) return undefined;
      const others = state.order.filter((other) => other !== title);
      return { ...state, order: others.toSpliced(others.indexOf(after) + 1, 0, title) };
    },
  };
}

function merge(shared: Shared, send: Send, request: number): Operation {
  return {
    text: `merge ${request}`,
    send: () => send('POST', `${changeRequestUrl(shared, request)}/merge`),
    apply: (state, answer) => {
      const isMerged = state.merged.includes(request);
      const expected = isMerged ? 409 : conflicts(state, request) ? 'conflicts' : 'merge';
      const answered = answer?.status === 200 ? answer.body.result : answer?.status;
      if (answer && answered !== expected) return undefined;
      return expected === 'merge' ? { ...state, merged: [...state.merged, request].toSorted() } : state;
    },
  };
}

const readOrder = (shared: Shared, send: Send): Operation => ({
  text: 'read the sections',
  send: () => send('GET', `${shared.site}/sections`),
  apply: (state, answer) => {
    const titles = answer?.body.items.map(({ title }: { title: string }) => title);
    return !answer || String(titles) === String(state.order) ? state : undefined;
  },
});

const readPage = (shared: Shared, send: Send, page: number): Operation => ({
  text: `read page ${page}`,
  send: () => send('GET', `${shared.space}/content/page/${shared.pages[page]}?format=markdown`),
  apply: (state, answer) => {
    const request = state.merged.find((merged) => pageOf(merged) === page);
    const text = request === undefined ? 'Nobody' : `Request ${request}`;
    return !answer || answer.body.markdown.trim() === text ? state : undefined;
  },
});

function randomOperation(shared: Shared, send: Send, random: SeededRandom): Operation {
  const kind = random.below(6);
  if (kind === 0) return readOrder(shared, send);
  if (kind === 1) return readPage(shared, send, random.below(PAGES));
  if (kind < 4) return merge(shared, send, random.below(CHANGE_REQUESTS));
  const title = random.pick(SECTIONS);
  return move(shared, send, title, random.pick(SECTIONS.filter((other) => other !== title)));
}

/** Sends an operation and adds what was seen of it. */
async function perform({ text, send, apply }: Operation, events: HistoryEvent<State>[]): Promise<boolean> {
  const start = performance.now();
  const answer = await send();
  const end = answer ? performance.now() : Infinity;
  const answered = answer ? `${answer.status} ${JSON.stringify(answer.body).slice(0, 400)}` : 'no answer';
  events.push({ text: `${text}: ${answered}`, start, end, apply: (state) => apply(state, answer) });
  return answer !== undefined;
}

describe(`${HISTORIES} histories`, () => {
  it(
    'of clients who move and merge at once while a server is killed have one order that explains them',
    async () => {
      const data = await ServerData.create();
      onTestFinished(data.close);
      const servers = [await KillableServer.start(data)];
      if (data.maxServers > 1) servers.push(await KillableServer.start(data));
      const [first] = servers;
      if (!first) throw new Error('No server was started.');
      const [{ id }] = (await first.expect('GET', '/v1/orgs')).items;
      let [answered, unanswered] = [0, 0];
      for (let done = 0; done < HISTORIES; done += AT_ONCE) {
        const random = new SeededRandom(done + 1);
        const histories = await Promise.all(
          Array.from({ length: Math.min(AT_ONCE, HISTORIES - done) }, async () => ({
            shared: await prepare(first, `/v1/orgs/${id}`),
            events: new Array<HistoryEvent<State>>(),
          })),
        );
        let sentCount = 0;
        const killAt = histories.length * (6 + random.below(7));
        let killing: Promise<void> | undefined;
        const client = async (history: (typeof histories)[number], server: KillableServer, seed: number) => {
          const clientRandom = new SeededRandom(seed);
          const send: Send = (...request) => server.send(...request);
          for (let step = 0; step < 4; step += 1) {
            sentCount += 1;
            if (sentCount === killAt) killing = first.kill();
            const isAnswered = await perform(
              randomOperation(history.shared, send, clientRandom),
              history.events,
            );
            if (!isAnswered) return;
          }
        };
        await Promise.all(
          histories.flatMap((history, index) =>
            Array.from({ length: 3 + random.below(3) }, (_, name) =>
              client(history, servers[name % servers.length] ?? first, done * 100 + index * 10 + name),
            ),
          ),
        );
        if (!killing) await first.kill();
        await killing;
        await first.restart();
        for (const { shared, events } of histories) {
          const send: Send = (...request) => first.send(...request);
          for (const read of [readOrder(shared, send), readPage(shared, send, 0), readPage(shared, send, 1)])
            await perform(read, events);
          answered += events.filter(({ end }) => end !== Infinity).length;
          unanswered += events.filter(({ end }) => end === Infinity).length;
          const isExplained = hasExplanation<State>({ order: SECTIONS, merged: [] }, events);
          expect(
            isExplained
              ? []
              : events.map(({ text, start, end }) => `${Math.round(start)}–${Math.round(end)} ${text}`),
          ).toEqual([]);
        }
      }
      process.stdout.write(
        `${HISTORIES} histories, ${answered} answers, ${unanswered} requests without one\n`,
      );
      expect(unanswered).toBeGreaterThan(0);
    },
    120_000 + HISTORIES * 20_000,
  );
});

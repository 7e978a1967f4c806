/** What counting visits costs: pages per second of processor time with it and without, in turns. */
import type { RunningServer } from '../../e2e/support/server.ts';
import { processorTimeOf, request } from '../requests.ts';
import { type Figure, median, round as rounded } from '../statistics.ts';
import { runHttpLoad } from './http-load.ts';

const CONNECTIONS = 32;
/** Short turns of the two sites one after the other, so that what else the machine does is in both. */
const TURN_SECONDS = 0.25;
/** What is counted is written every five seconds, and here after so many turns of a site. */
const TURNS = 12;
const WARM_UP_SECONDS = 0.3;
const COMPARISONS = 5;
/** Browsers that differ, as visitors do. */
const VISITORS = 300;
const REFERRERS = ['https://search.example/', 'https://news.example/item', 'https://chat.example/c'];

/** One of two equal sites: the address of a page, and where its figures are switched on, and asked for. */
export interface CountingSite {
  page: string;
  settings: string;
  figures: string;
}

/**
 * The share of pages per second of the server's processor time that is left while visits are counted: the time that passes
 * is also that of the database and of whoever sends the requests, on the same processors. Two equal sites may differ by
 * themselves, and so may first and second turns: each is the one that counts as often.
 */
export async function measureCounting(
  server: RunningServer,
  sites: readonly [CountingSite, CountingSite],
  rounds: number,
): Promise<Figure> {
  const load = async ({ page }: CountingSite, seconds: number): Promise<number> => {
    const { origin, pathname } = new URL(page);
    const { sent, failed } = await sendVisits(origin, pathname.replace(/\d+$/, ''), seconds);
    if (failed > 0) throw new Error(`${failed} pages could not be read.`);
    return sent;
  };
  /** Adds pages, and the processor time that they take. To ask for the figures writes them. */
  const measure = async (site: CountingSite, sums: { sent: number; time: number }, isLast: boolean) => {
    const before = processorTimeOf(server.process.pid);
    sums.sent += await load(site, TURN_SECONDS);
    if (isLast)
      await request(server, 'POST', site.figures, {
        select: [{ column: 'eventsCount' }],
        range: 'last7Days',
      });
    sums.time += processorTimeOf(server.process.pid) - before;
  };
  const [first, second] = sites;
  /** One site with its visits counted beside the other one without; always in the same order. */
  const compare = async (counted: CountingSite): Promise<number> => {
    for (const site of sites) {
      await request(server, 'PUT', site.settings, { countsVisits: site === counted });
      await load(site, WARM_UP_SECONDS);
    }
    const [one, other] = [
      { sent: 0, time: 0 },
      { sent: 0, time: 0 },
    ];
    for (let turn = 1; turn <= TURNS; turn += 1) {
      await measure(first, one, turn === TURNS);
      await measure(second, other, turn === TURNS);
    }
    const share = (one.sent / one.time) * (other.time / other.sent);
    return counted === first ? share : 1 / share;
  };
  await compare(first);
  const shares: number[][] = [];
  for (let round = 0; round < rounds; round += 1) {
    const ofRound: number[] = [];
    while (ofRound.length < COMPARISONS)
      ofRound.push(Math.sqrt((await compare(first)) * (await compare(second))));
    shares.push(ofRound);
  }
  const medians = shares.map(median);
  return {
    value: rounded(median(shares.flat()), 3),
    low: rounded(Math.min(...medians), 3),
    high: rounded(Math.max(...medians), 3),
  };
}

/** Visits of many, from several hosts. */
async function sendVisits(origin: string, page: string, seconds: number) {
  let sent = 0;
  const createRequest = () => {
    const visitor = (sent += 1) % VISITORS;
    const headers: Record<string, string> = {
      'user-agent': `Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.${visitor}`,
      referer: REFERRERS[visitor % REFERRERS.length] ?? '',
    };
    return { method: 'GET' as const, path: `${page}${1 + (sent % 9)}`, headers };
  };
  const headers = { accept: 'text/html', 'accept-encoding': 'br' };
  const { failed } = await runHttpLoad({ origin, connections: CONNECTIONS, seconds, headers, createRequest });
  return { sent, failed };
}

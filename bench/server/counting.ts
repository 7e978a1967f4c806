/** What counting visits costs: pages per second with it and without, in turns. */
import type { RunningServer } from '../../e2e/support/server.ts';
import { request } from '../requests.ts';
import { type Figure, median, round as rounded } from '../statistics.ts';
import { runHttpLoad } from './http-load.ts';

const CONNECTIONS = 32;
const TURN_SECONDS = 2;
/** Turns differ by a tenth on a machine that does something else beside, so there are many. */
const PAIRS = 12;
/** Browsers that differ, as visitors do. */
const VISITORS = 300;
const REFERRERS = ['https://search.example/', 'https://news.example/item', 'https://chat.example/c'];

/** A site whose visits are counted, or not: the address of a page, and where its figures are asked for. */
export interface CountingSite {
  page: string;
  figures: string;
}

/** What is counted is written so often, in ms. */
const WRITE_INTERVAL_MS = 5000;

interface Turn {
  /** Pages per second. */
  rate: number;
  /** How long the figures were asked for, in ms: that writes what was counted. */
  figures: number;
}

/**
 * The share of pages per second that is left while visits are counted: the median of pairs of turns at two equal sites, less
 * the share of time in which a batch is written.
 */
export async function measureCounting(
  server: RunningServer,
  { counted, uncounted }: { counted: CountingSite; uncounted: CountingSite },
  rounds: number,
): Promise<Figure> {
  const measure = async ({ page, figures }: CountingSite): Promise<Turn> => {
    const { origin, pathname } = new URL(page);
    const { rate, failed } = await sendVisits(origin, pathname.replace(/\d+$/, ''), TURN_SECONDS);
    if (failed > 0) throw new Error(`${failed} pages could not be read.`);
    const started = performance.now();
    await request(server, 'POST', figures, { select: [{ column: 'eventsCount' }], range: 'last7Days' });
    return { rate, figures: performance.now() - started };
  };
  const shares: number[][] = [];
  const writes: number[] = [];
  for (let round = -1; round < rounds; round += 1) {
    const ofRound: number[] = [];
    for (let pair = 0; pair < (round < 0 ? 1 : PAIRS); pair += 1) {
      // Each is first as often as second: a server that warms up favors none.
      const order = pair % 2 === 0 ? [counted, uncounted] : [uncounted, counted];
      const turns = new Map<CountingSite, Turn>();
      for (const site of order) turns.set(site, await measure(site));
      const [on, off] = [turns.get(counted), turns.get(uncounted)];
      if (!on || !off) throw new Error('A turn is missing.');
      ofRound.push(on.rate / off.rate);
      writes.push(on.figures - off.figures);
    }
    if (round >= 0) shares.push(ofRound);
  }
  const rest = 1 - Math.max(0, median(writes)) / WRITE_INTERVAL_MS;
  const medians = shares.map((ofRound) => median(ofRound) * rest);
  return {
    value: rounded(median(shares.flat()) * rest, 3),
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
  return runHttpLoad({ origin, connections: CONNECTIONS, seconds, headers, createRequest });
}

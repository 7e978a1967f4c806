/** What counting visits costs: pages per second with it and without, in turns. */
import type { RunningServer } from '../../e2e/support/server.ts';
import { request } from '../requests.ts';
import { type Figure, median, round as rounded } from '../statistics.ts';
import { runHttpLoad } from './http-load.ts';

const CONNECTIONS = 32;
/** As long as what is counted waits to be written. */
const TURN_SECONDS = 5;
const PAIRS = 5;
/** Browsers that differ, as visitors do. */
const VISITORS = 300;
const REFERRERS = ['https://search.example/', 'https://news.example/item', 'https://chat.example/c'];

/** The share of pages per second that is left while visits are counted: the median of pairs of turns. */
export async function measureCounting(
  server: RunningServer,
  { plain, settings, figures }: { plain: string; settings: string; figures: string },
  rounds: number,
): Promise<Figure> {
  const { origin, pathname } = new URL(plain);
  const load = (seconds: number) => sendVisits(origin, pathname.replace(/\d+$/, ''), seconds);
  const measure = async (countsVisits: boolean): Promise<number> => {
    await request(server, 'PUT', settings, { countsVisits });
    await load(0.5);
    const started = performance.now();
    const { sent, failed } = await load(TURN_SECONDS);
    if (failed > 0) throw new Error(`${failed} pages could not be read.`);
    // To ask for the figures writes them, as the timer does after such a turn.
    await request(server, 'POST', figures, { select: [{ column: 'eventsCount' }], range: 'last7Days' });
    return sent / (performance.now() - started);
  };
  const shares: number[][] = [];
  for (let round = -1; round < rounds; round += 1) {
    const ofRound: number[] = [];
    for (let pair = 0; pair < (round < 0 ? 1 : PAIRS); pair += 1) {
      // Each is first as often as second: a server that warms up favors none.
      const isCountedFirst = (round + pair) % 2 === 0;
      const first = await measure(isCountedFirst);
      const second = await measure(!isCountedFirst);
      ofRound.push(isCountedFirst ? first / second : second / first);
    }
    if (round >= 0) shares.push(ofRound);
  }
  await request(server, 'PUT', settings, { countsVisits: true });
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

/** The benchmark browser: 4× CPU throttling, 40 Mbit/s, 20 ms latency. */
import { chromium, type Browser, type BrowserContext, type CDPSession, type Page } from 'playwright';
import { trackRequests } from '../../e2e/support/quiet.ts';
import { chromiumArgs, findChromium } from '../../scripts/chromium.ts';
import { installProbe } from './page-probe.ts';

const cpuSlowdown = 4;
const network = { offline: false, latency: 20, downloadThroughput: 5_000_000, uploadThroughput: 5_000_000 };

/** A screen of a measured page. */
export interface Screen {
  /** The path, which is also the end of the links to it. */
  path: string;
  /** Selects the rows, of which at least `minRows` are shown. */
  row: string;
  minRows: number;
  /** Selects what scrolls. */
  scroller?: string;
}

export type ScreenName = 'members' | 'teams' | 'sites' | 'structure';

/** The measured application: the console, or its baseline. */
export type TargetName = 'baseline' | 'same-nodes' | 'console';

/** A measured page. */
export interface Target {
  name: TargetName;
  origin: string;
  screens: Record<ScreenName, Screen>;
  /** Puts the session into a fresh browser context. */
  signIn: (context: BrowserContext) => Promise<void>;
}

/** Results of the same rounds. */
export type ByTarget<T> = Record<TargetName, T>;

/** Measures all targets alternately, `rounds` times each, and summarizes the rounds of each. */
export async function alternate<Round, Summary>(
  targets: Target[],
  rounds: number,
  measure: (target: Target) => Promise<Round>,
  summarize: (rounds: Round[]) => Summary,
): Promise<ByTarget<Summary>> {
  const results: Record<TargetName, Round[]> = { baseline: [], 'same-nodes': [], console: [] };
  for (let count = 0; count < rounds; count += 1) {
    for (const target of targets) results[target.name].push(await measure(target));
  }
  return {
    baseline: summarize(results.baseline),
    'same-nodes': summarize(results['same-nodes']),
    console: summarize(results.console),
  };
}

/** A new page with empty caches. */
export interface MeasuredPage {
  page: Page;
  session: CDPSession;
  traffic: Traffic;
  close: () => Promise<void>;
}

/** A completed request; `size` is the transferred size in bytes. */
export interface LoadedResponse {
  url: string;
  type: string;
  size: number;
}

export class Traffic {
  readonly responses: LoadedResponse[] = [];
  #open = new Map<string, LoadedResponse>();

  constructor(session: CDPSession) {
    session.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
      if (request.url.startsWith('data:')) return;
      this.#open.set(requestId, { url: request.url, type: type ?? 'Other', size: 0 });
    });
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const response = this.#open.get(requestId);
      if (response === undefined) return;
      this.responses.push({ ...response, size: encodedDataLength });
    });
  }

  /** The transferred kilobytes of one resource type, or of all. */
  kilobytes(type?: string): number {
    const matchingResponses = this.responses.filter(
      (response) => type === undefined || response.type === type,
    );
    return matchingResponses.reduce((sum, { size }) => sum + size, 0) / 1024;
  }

  /** Requests to any other host than `origin`. */
  countOtherHosts(origin: string): number {
    return this.responses.filter(({ url }) => !url.startsWith(origin)).length;
  }
}

export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: await findChromium(),
    args: [...chromiumArgs, '--enable-precise-memory-info', '--js-flags=--expose-gc'],
  });
}

/**
 * Opens a new, signed-in page of `target`, whose probe waits for the rows of `screen`. `slowed` enables CPU and network
 * throttling.
 */
export async function openPage(
  browser: Browser,
  target: Target,
  slowed: boolean,
  screen = target.screens.members,
): Promise<MeasuredPage> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await target.signIn(context);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  const traffic = new Traffic(session);
  if (slowed) {
    await session.send('Network.emulateNetworkConditions', network);
    await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  }
  trackRequests(page);
  // The TypeScript loader wraps functions in a helper that the page does not have.
  await page.addInitScript('globalThis.__name = (named) => named;');
  await page.addInitScript(installProbe, { rows: screen.row, minRows: screen.minRows });
  return { page, session, traffic, close: () => context.close() };
}

/** Used heap of the page in megabytes, after garbage collection. */
export async function measureHeap(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize / 1_000_000;
}

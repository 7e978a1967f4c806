/** The servers and the browser that the parts share. */
import type { Browser } from 'playwright';
import { launchBrowser, type Target } from './browser/browser.ts';
import { baselineTarget, consoleTarget, sameNodesTarget, serveBaseline } from './browser/targets.ts';
import { type BenchEnvironment, createEnvironment, type SeedCounts } from './environment.ts';
import type { Bench, ServerName } from './part.ts';
import { serveSameNodes } from './same-nodes/capture.ts';

/** Enough for the longest compared list and the largest measured structure. */
const USUAL: SeedCounts = {
  members: 10_000,
  spaces: 3000,
  sections: 1000,
  changeRequests: 200,
  comments: 0,
};
/** The sizes in the goals of the inbox, of long lists and of typing. */
const LARGE: SeedCounts = {
  members: 100_000,
  spaces: 5000,
  sections: 3,
  changeRequests: 20_000,
  comments: 50_000,
};
/** Enough for lists with a second page. */
const SMALL: SeedCounts = { members: 500, spaces: 120, sections: 40, changeRequests: 400, comments: 300 };

/** A started server, and what was started for it. */
interface OpenServer {
  name: ServerName;
  environment: BenchEnvironment;
  targets?: Promise<Target[]>;
  close: (() => void | Promise<void>)[];
}

/** The context of the parts with the functions that run them. */
interface OpenBench extends Bench {
  /** Undefined until a browser has started. */
  browserVersion: () => string | undefined;
  /** Stops everything; what is asked for afterwards starts again. */
  reset: () => Promise<void>;
}

/** Nothing is started yet. */
export function openBench(options: Pick<Bench, 'rounds' | 'isSmall' | 'engines'>): OpenBench {
  let browser: Browser | undefined;
  let open: OpenServer | undefined;

  const openBrowser = async (): Promise<Browser> => (browser ??= await launchBrowser());
  const closeServer = async (): Promise<void> => {
    const closing = open?.close ?? [];
    open = undefined;
    for (const close of closing) await close();
  };
  const openServer = async (name: ServerName): Promise<OpenServer> => {
    if (open?.name === name) return open;
    await closeServer();
    const counts = options.isSmall ? SMALL : name === 'large' ? LARGE : USUAL;
    const environment = await createEnvironment(name === 'postgres' ? 'postgres' : 'pglite', counts);
    open = { name, environment, close: [environment.close] };
    return open;
  };
  const startTargets = async ({ environment, close }: OpenServer): Promise<Target[]> => {
    const target = consoleTarget(environment);
    const baseline = await serveBaseline(environment);
    const sameNodes = await serveSameNodes(await openBrowser(), target, environment);
    close.unshift(baseline.close, sameNodes.close);
    return [baselineTarget(baseline.origin), target, sameNodesTarget(sameNodes.origin, target)];
  };

  return {
    ...options,
    browser: openBrowser,
    environment: async (name) => (await openServer(name)).environment,
    targets: async () => {
      const server = await openServer('pglite');
      return (server.targets ??= startTargets(server));
    },
    browserVersion: () => browser?.version(),
    reset: async () => {
      await closeServer();
      const closing = browser;
      browser = undefined;
      await closing?.close();
    },
  };
}

/** The servers and the browser that the parts share. */
import type { Browser } from 'playwright';
import { launchBrowser, type Target, type TargetName } from './browser.ts';
import { type BenchEnvironment, createEnvironment, type SeedCounts } from './environment.ts';
import type { Bench, OtherTarget, WorldName } from './part.ts';
import { sameNodesTarget, serveSameNodes } from './same-nodes.ts';
import { baselineTarget, consoleTarget, peerTarget, serveBaseline, servePeer } from './targets.ts';

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
interface OpenWorld {
  name: WorldName;
  environment: BenchEnvironment;
  targets: Map<TargetName, Promise<Target>>;
  close: (() => void | Promise<void>)[];
}

/** What runs the parts. */
interface OpenBench extends Bench {
  /** Undefined until a browser has started. */
  browserVersion: () => string | undefined;
  /** Stops everything; what is asked for afterwards starts again. */
  reset: () => Promise<void>;
}

/** Nothing is started yet. */
export function openBench(options: Pick<Bench, 'rounds' | 'isSmall' | 'engines'>): OpenBench {
  let browser: Browser | undefined;
  let open: OpenWorld | undefined;

  const openBrowser = async (): Promise<Browser> => (browser ??= await launchBrowser());
  const closeWorld = async (): Promise<void> => {
    const closing = open?.close ?? [];
    open = undefined;
    for (const close of closing) await close();
  };
  const openWorld = async (name: WorldName): Promise<OpenWorld> => {
    if (open?.name === name) return open;
    await closeWorld();
    const counts = options.isSmall ? SMALL : name === 'large' ? LARGE : USUAL;
    const environment = await createEnvironment(name === 'postgres' ? 'postgres' : 'pglite', counts);
    open = { name, environment, targets: new Map(), close: [environment.close] };
    return open;
  };
  const startTarget = async (name: TargetName, { environment, close }: OpenWorld): Promise<Target> => {
    if (name === 'console') return consoleTarget(environment);
    const own = consoleTarget(environment);
    const [serve, targetAt] = {
      baseline: [serveBaseline, baselineTarget] as const,
      'react-admin': [servePeer, peerTarget] as const,
      'same-nodes': [
        async () => serveSameNodes(await openBrowser(), own, environment),
        (origin: string) => sameNodesTarget(origin, own),
      ] as const,
    }[name];
    const site = await serve(environment);
    close.unshift(site.close);
    return targetAt(site.origin);
  };
  const findTarget = (name: TargetName, world: OpenWorld): Promise<Target> => {
    const target = world.targets.get(name) ?? startTarget(name, world);
    world.targets.set(name, target);
    return target;
  };

  return {
    ...options,
    browser: openBrowser,
    world: async (name) => (await openWorld(name)).environment,
    targets: async (others: OtherTarget[] = []) => {
      const world = await openWorld('pglite');
      const targets: Target[] = [];
      for (const name of ['baseline', 'console', ...others] as const)
        targets.push(await findTarget(name, world));
      return targets;
    },
    browserVersion: () => browser?.version(),
    reset: async () => {
      await closeWorld();
      const closing = browser;
      browser = undefined;
      await closing?.close();
    },
  };
}

/** The servers and the browser that the parts share. */
import type { Browser } from 'playwright';
import { serveBaseline } from './baseline-site.ts';
import { launchBrowser, type Target } from './browser.ts';
import { type BenchEnvironment, createEnvironment, type SeedCounts } from './environment.ts';
import type { Bench, WorldName } from './part.ts';
import { baselineTarget, consoleTarget } from './targets.ts';

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
  targets?: Promise<Target[]>;
  close: (() => void | Promise<void>)[];
}

/** Nothing is started yet. `close` stops everything and returns the version of the browser, if there was one. */
export function openBench(
  options: Pick<Bench, 'rounds' | 'isSmall' | 'engines'>,
): Bench & { close: () => Promise<string | undefined> } {
  let browser: Browser | undefined;
  let open: OpenWorld | undefined;

  const closeWorld = async (): Promise<void> => {
    for (const close of open?.close ?? []) await close();
    open = undefined;
  };
  const openWorld = async (name: WorldName): Promise<OpenWorld> => {
    if (open?.name === name) return open;
    await closeWorld();
    const counts = options.isSmall ? SMALL : name === 'large' ? LARGE : USUAL;
    const environment = await createEnvironment(name === 'postgres' ? 'postgres' : 'pglite', counts);
    open = { name, environment, close: [environment.close] };
    return open;
  };
  const startTargets = async ({ environment, close }: OpenWorld): Promise<Target[]> => {
    const { server, organizationId } = environment;
    const baseline = await serveBaseline(`${server.url}/v1/orgs/${organizationId}`, server.token);
    close.unshift(baseline.close);
    return [baselineTarget(baseline.origin), consoleTarget(environment)];
  };

  return {
    ...options,
    browser: async () => (browser ??= await launchBrowser()),
    world: async (name) => (await openWorld(name)).environment,
    targets: async () => {
      const world = await openWorld('pglite');
      return await (world.targets ??= startTargets(world));
    },
    close: async () => {
      await closeWorld();
      const version = browser?.version();
      await browser?.close();
      return version;
    },
  };
}

/**
 * `npm run test:deep`: the long-running tests. Ends with `N passed, N failed`, preceded by what each suite ran and
 * found.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { startPgBouncer } from './postgres.ts';
import { addCounts, printSummary, type TestCounts } from './test-counts.ts';
import { testNodeVersions } from './test-node.ts';
import { findPostgres, runPlaywright, runVitest } from './test-runners.ts';
import { deepTags, type DeepTag } from './vite/test-tags.ts';

interface DeepSuite {
  /** With `{count}` and `{seconds}` where it has them. */
  description: string;
  /** How many runs, and the variable that tells the tests. `--count` replaces it. */
  count?: Amount;
  /** Seconds of each test, as above. `--seconds` replaces it. */
  seconds?: Amount;
  /** Runs only when named. */
  isOnDemand?: true;
  /** Runs one round, also on PostgreSQL if there is a connection string. */
  run: (context: RoundContext) => Promise<TestCounts>;
}

interface Amount {
  variable: string;
  value: number;
}

interface RoundContext {
  postgres: string | undefined;
  /** The variables of the amounts. */
  env: Record<string, string>;
}

/** One hour per test, no retries. */
const longTimeoutArgs = ['--testTimeout=3600000', '--hookTimeout=600000', '--retry=0'];
const withoutDeepTests = `--tags-filter=${deepTags.map((tag) => `!${tag}`).join(' && ')}`;

/** The server tests with a tag. */
const runTag =
  (tag: DeepTag) =>
  ({ postgres, env }: RoundContext) =>
    runVitest({
      projects: ['server-pglite'],
      args: [`--tags-filter=${tag}`, ...longTimeoutArgs],
      env: { BOTH_ENGINES: '1', ...env },
      postgres,
    });

/** The browser tests with a tag. */
const runBrowserTag =
  (tag: `@${string}`) =>
  ({ env }: RoundContext) =>
    runPlaywright({ args: [`--grep=${tag}`, '--retries=0'], env: { DEEP: '1', ...env } });

const suites: Record<string, DeepSuite> = {
  properties: {
    description: 'unit tests and server tests, properties with {count}× the inputs',
    count: { variable: 'DEEP', value: 10 },
    run: ({ env }) =>
      runVitest({
        projects: ['unit*', 'server-pglite'],
        args: [withoutDeepTests, ...longTimeoutArgs],
        env,
      }),
  },
  model: {
    description: '{count} random histories of an organization on each engine',
    count: { variable: 'MODEL_RUNS', value: 3000 },
    run: runTag('model'),
  },
  drafts: {
    description: '{count} random drafts of structures on each engine',
    count: { variable: 'DRAFTS', value: 1000 },
    run: runTag('drafts'),
  },
  moves: {
    description: '{count} random moves per ordered list on each engine',
    count: { variable: 'MOVES', value: 50_000 },
    run: runTag('moves'),
  },
  kills: {
    description:
      '{count} kills of a server during changes on each engine, with second starts on its folder, and a fifteenth as many backups',
    count: { variable: 'KILLS', value: 300 },
    run: runTag('kills'),
  },
  histories: {
    description:
      '{count} histories of clients that move and merge at once while servers are killed, on each engine',
    count: { variable: 'HISTORIES', value: 500 },
    run: runTag('histories'),
  },
  fuzz: {
    description:
      '{count} random inputs per operation on the embedded engine and a tenth on PostgreSQL, {seconds} s of coverage-guided fuzzing of each format',
    count: { variable: 'FUZZ_INPUTS', value: 10_000 },
    seconds: { variable: 'GUIDED_SECONDS', value: 600 },
    run: runTag('fuzz'),
  },
  attack: {
    description:
      '{count} hostile requests at each route beside the contract, on each engine, and what the table of these routes says',
    count: { variable: 'ATTACK_REQUESTS', value: 3000 },
    run: runTag('attack'),
  },
  worst: {
    description: 'a search for the worst of {count} inputs of each kind, on the embedded engine',
    count: { variable: 'WORST_TRIES', value: 300 },
    run: ({ env }) =>
      runVitest({ projects: ['server-pglite'], args: ['--tags-filter=worst', ...longTimeoutArgs], env }),
  },
  webhooks: {
    description:
      '{count} deliveries to a receiver that fails a third of the time, by two senders, on each engine',
    count: { variable: 'WEBHOOK_DELIVERIES', value: 10_000 },
    run: runTag('webhooks'),
  },
  outages: {
    description:
      '{count} rounds in which a server is killed, connections are cut, a receiver or the mail server is away, on each engine',
    count: { variable: 'OUTAGES', value: 200 },
    run: runTag('outages'),
  },
  git: {
    description: '{count} random histories of a space and a branch while servers are killed, on each engine',
    count: { variable: 'GIT_HISTORIES', value: 1000 },
    run: runTag('git'),
  },
  long: {
    description: 'all limits of tasks, and imports of a server that was killed, which wait for a minute',
    run: (context) => runTag('long')({ ...context, env: { ...context.env, DEEP: '1' } }),
  },
  operation: {
    description:
      'the image on a read-only file system as another user, the manifests at the schemas of Kubernetes, a scrape by Prometheus, its alert rules; what PgBouncer, readers of metrics and traces take of lists and changes; {count} killed processes and as many lost nodes of a cluster with Patroni',
    count: { variable: 'FAILOVERS', value: 10 },
    run: runTag('operation'),
  },
  visits: {
    description:
      '{count} visits of a site over three servers on PostgreSQL, one of which is killed: every figure',
    count: { variable: 'VISITS', value: 1_000_000 },
    run: ({ postgres, env }) => {
      if (postgres === undefined) throw new Error('Needs PostgreSQL.');
      const args = ['--tags-filter=visits', ...longTimeoutArgs];
      return runVitest({ projects: [], args, env, postgres });
    },
  },
  files: {
    description: 'the storage of files at the gateway of a Ceph',
    run: ({ env }) =>
      runVitest({ projects: ['server-pglite'], args: ['--tags-filter=files', ...longTimeoutArgs], env }),
  },
  conditions: {
    description: '{count} random sites and visitors on each engine',
    count: { variable: 'CONDITION_SITES', value: 1000 },
    run: runTag('conditions'),
  },
  clients: {
    description: 'clients that others wrote, from the registry, at our server',
    run: (context) => runTag('clients')({ ...context, env: { ...context.env, CLIENTS: '1' } }),
  },
  pooler: {
    description: 'the server tests on PostgreSQL behind PgBouncer in transaction mode',
    run: async ({ postgres }) => {
      if (postgres === undefined) throw new Error('Needs PostgreSQL.');
      const pooler = await startPgBouncer(postgres);
      try {
        return await runVitest({
          projects: [],
          args: [withoutDeepTests, ...longTimeoutArgs],
          env: { TEST_POOLER_URL: pooler.url },
          postgres,
        });
      } finally {
        pooler.stop();
      }
    },
  },
  restarts: {
    description: '{count} rolling restarts of two servers on PostgreSQL, under load',
    count: { variable: 'RESTARTS', value: 10 },
    run: ({ postgres, env }) => {
      if (postgres === undefined) throw new Error('Needs PostgreSQL.');
      return runVitest({ projects: [], args: ['rolling-restarts', ...longTimeoutArgs], env, postgres });
    },
  },
  faults: {
    description: 'every change of the console under every fault',
    run: runBrowserTag('@faults'),
  },
  'lost-work': {
    description: '{count} ways to leave a screen on which somebody has typed',
    count: { variable: 'LOST_WORK', value: 100 },
    run: runBrowserTag('@lost-work'),
  },
  hostile: {
    description: 'every screen at a server whose texts and addresses try to bring scripts',
    run: runBrowserTag('@hostile'),
  },
  foreign: {
    description: 'every screen and change at third-party servers of both versions and their variants',
    run: runBrowserTag('@foreign'),
  },
  loading: {
    description: 'nothing moves while slow screens load, wide and on a phone',
    run: runBrowserTag('@loading'),
  },
  screens: {
    description: 'accessibility and layout of every screen, wide and on a phone',
    run: runBrowserTag('@screens'),
  },
  large: {
    description: 'trees of a thousand items, and a thousand hostile texts',
    run: runBrowserTag('@large'),
  },
  forms: {
    description: 'every form that two people have open at once',
    run: runBrowserTag('@forms'),
  },
  repeats: {
    description: 'browser tests that find nearly nothing which another one doesn’t find',
    run: runBrowserTag('@repeats'),
  },
  details: {
    description: 'browser tests of what screens do beyond their main ways',
    run: runBrowserTag('@details'),
  },
  trees: {
    description: 'imports of the real documentation in the folder TREES, planned',
    isOnDemand: true,
    run: runTag('trees'),
  },
  node: {
    description: 'the build, a start and the server tests with the newest Node 22 and 24 of the registry',
    isOnDemand: true,
    run: ({ postgres }) => testNodeVersions(postgres),
  },
  browser: {
    description:
      'every browser test five times under full CPU load, and whether they request every operation',
    isOnDemand: true,
    run: async () => {
      const load = startCpuLoad();
      try {
        return await runPlaywright({ args: ['--repeat-each=5', '--retries=0'], isComplete: true });
      } finally {
        for (const busy of load) busy.kill('SIGKILL');
      }
    },
  },
};

/** Keeps all processors busy until the caller kills the processes. */
function startCpuLoad(): ChildProcess[] {
  const busy =
    'process.once("disconnect", () => process.exit()); setInterval(() => { const end = Date.now() + 50; while (Date.now() < end); }, 0);';
  return Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ['-e', busy], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] }),
  );
}

const minute = 60_000;

interface SuiteOptions {
  postgres: string | undefined;
  minutes: number;
  /** Instead of those of the suite. */
  count?: number | undefined;
  seconds?: number | undefined;
}

/** Runs rounds of a suite until its time is up, at least one. */
async function runSuite(name: string, suite: DeepSuite, options: SuiteOptions) {
  const { postgres, minutes } = options;
  const amounts = { count: suite.count, seconds: suite.seconds };
  const env: Record<string, string> = {};
  let { description } = suite;
  for (const [kind, amount] of Object.entries(amounts)) {
    if (!amount) continue;
    const value = (kind === 'count' ? options.count : options.seconds) ?? amount.value;
    env[amount.variable] = String(value);
    description = description.replace(`{${kind}}`, value.toLocaleString('en'));
  }
  const started = performance.now();
  const rounds: TestCounts[] = [];
  do {
    console.log(`\n=== ${name}, round ${rounds.length + 1}: ${description}`);
    rounds.push(await suite.run({ postgres, env }));
  } while (performance.now() - started < minutes * minute);
  const counts = addCounts(rounds);
  const seconds = Math.round((performance.now() - started) / 1000);
  const times = rounds.length > 1 ? `, ${rounds.length} rounds` : '';
  const summary = counts.failed === 0 ? 'no failures' : `${counts.failed} FAILED`;
  return {
    counts,
    lines: [
      `${name}: ${description}${times}; ${summary} (${seconds} s)`,
      ...counts.failures.map((failure) => `  ${failure.replaceAll('\n', '\n      ')}`),
    ],
  };
}

const toNumber = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Number(text);

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { minutes: { type: 'string' }, count: { type: 'string' }, seconds: { type: 'string' } },
  });
  const [minutes = 0, count, seconds] = [values.minutes, values.count, values.seconds].map(toNumber);
  const names =
    positionals.length > 0 ? positionals : Object.keys(suites).filter((name) => !suites[name]?.isOnDemand);
  const selected = names.flatMap((name) => {
    const suite = suites[name];
    return suite ? [{ name, suite }] : [];
  });
  const isValid = [minutes, count, seconds].every((number) => number === undefined || number >= 0);
  if (selected.length < names.length || !isValid) {
    console.error(
      `Usage: npm run test:deep -- [suites] [--minutes=N] [--count=N] [--seconds=N]. Suites: ${Object.keys(suites).join(', ')}.`,
    );
    process.exitCode = 2;
    return;
  }
  const notices: string[] = [];
  const postgres = await findPostgres(notices);
  const results: Awaited<ReturnType<typeof runSuite>>[] = [];
  for (const { name, suite } of selected)
    results.push(
      await runSuite(name, suite, {
        postgres: postgres?.url,
        minutes: minutes / selected.length,
        count,
        seconds,
      }),
    );
  postgres?.stop();
  const all = addCounts(results.map(({ counts }) => counts));
  printSummary(all, [...results.flatMap(({ lines }) => lines), ...notices]);
}

await main();

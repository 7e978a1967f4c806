/**
 * `npm run test:deep`: what is too long for every day. Ends with one line `N passed, N failed`; before it stands, for each part,
 * what was run and what it found.
 *
 * `npm run test:deep -- model kills` runs these parts, in this order; `--minutes=60` shares that time among them: each begins new
 * rounds, with other random values, until its share is over (a round that has begun is finished). `browser` runs only when it is
 * named.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { deepTags, type DeepTag } from './vite/deep-tags.ts';
import { describeRetried } from './retried-tests.ts';
import { type Count, findPostgres, runPlaywright, runVitest } from './test-runners.ts';

/** What a round is given. */
interface Round {
  reports: string;
  /** Connection string of a PostgreSQL; undefined where none can be had. */
  postgres: string | undefined;
}

interface DeepPart {
  /** What a round runs. */
  says: string;
  /** Not of the parts that run when none is named. */
  isOnDemand?: true;
  run: (round: Round) => Promise<Count>;
}

/** An hour a test: a round is as long as it is. No second attempt: what fails once has found something. */
const patience = ['--testTimeout=3600000', '--hookTimeout=600000', '--retry=0'];
const timesAsMany = 10;

/** The server tests of a tag, on both engines where there is a PostgreSQL. */
const onServers =
  (tag: DeepTag, env: Record<string, string>) =>
  ({ reports, postgres }: Round): Promise<Count> =>
    runVitest({
      projects: ['server-pglite', ...(postgres === undefined ? [] : ['server-postgres'])],
      words: [`--tags-filter=${tag}`, ...patience],
      env: { ...env, ...(postgres !== undefined && { TEST_DATABASE_URL: postgres }) },
      reports,
    });

const parts: Record<string, DeepPart> = {
  properties: {
    says: `unit tests and server tests, properties with ${timesAsMany} times as many inputs`,
    run: ({ reports }) =>
      runVitest({
        projects: ['unit*', 'server-pglite'],
        words: [`--tags-filter='${deepTags.map((tag) => `!${tag}`).join(' && ')}'`, ...patience],
        env: { DEEP: String(timesAsMany) },
        reports,
      }),
  },
  model: {
    says: '3,000 random histories of an organization on each engine',
    run: onServers('model', { MODEL_RUNS: '3000' }),
  },
  moves: {
    says: '50,000 random moves per ordered list on each engine',
    run: onServers('moves', { MOVES: '50000' }),
  },
  kills: {
    says: '100 kills of the embedded database during writes',
    run: ({ reports }) =>
      runVitest({
        projects: ['server-pglite'],
        words: ['--tags-filter=kills', ...patience],
        env: { KILLS: '100' },
        reports,
      }),
  },
  fuzz: {
    says: '1,500 made-up inputs for each operation on the embedded engine, 150 on PostgreSQL',
    run: onServers('fuzz', { FUZZ_INPUTS: '1500' }),
  },
  faults: {
    says: 'every change of the console under every fault',
    run: ({ reports }) =>
      runPlaywright({ words: ['--grep @faults', '--retries=0'], env: { DEEP: '1' }, reports }),
  },
  browser: {
    says: 'every browser test five times under full CPU load',
    isOnDemand: true,
    run: async ({ reports }) => {
      const load = startLoad();
      try {
        return await runPlaywright({ words: ['--repeat-each=5', '--retries=0'], reports });
      } finally {
        for (const busy of load) busy.kill('SIGKILL');
      }
    },
  },
};

/** Keeps every processor busy. The caller ends what is returned. */
function startLoad(): ChildProcess[] {
  const busy =
    'process.once("disconnect", () => process.exit()); setInterval(() => { const end = Date.now() + 50; while (Date.now() < end); }, 0);';
  return Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ['-e', busy], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] }),
  );
}

const add = (a: Count, b: Count): Count => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  remarks: [...a.remarks, ...b.remarks],
  retried: [...(a.retried ?? []), ...(b.retried ?? [])],
  failures: [...(a.failures ?? []), ...(b.failures ?? [])],
});

const nothing: Count = { passed: 0, failed: 0, remarks: [] };
const minute = 60_000;

/** Runs rounds of a part until its time is over, one at least; says at the end what was run and found. */
async function runDeepPart(name: string, part: DeepPart, round: Round, minutes: number) {
  const started = performance.now();
  let count = nothing;
  let rounds = 0;
  do {
    rounds += 1;
    console.log(`\n=== ${name}, round ${rounds}: ${part.says}`);
    count = add(count, await part.run(round));
  } while (performance.now() - started < minutes * minute);
  const seconds = Math.round((performance.now() - started) / 1000);
  const found = count.failed === 0 ? 'no failures' : `${count.failed} FAILED`;
  const line = `${name}: ${part.says}${rounds > 1 ? `, ${rounds} rounds` : ''}; ${found} (${seconds} s)`;
  return {
    count,
    lines: [line, ...(count.failures ?? []).map((failure) => `  ${failure.replaceAll('\n', '\n      ')}`)],
  };
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { minutes: { type: 'string' } },
  });
  const minutes = Number(values.minutes ?? 0);
  const names =
    positionals.length > 0 ? positionals : Object.keys(parts).filter((name) => !parts[name]?.isOnDemand);
  const chosen = names.flatMap((name) => {
    const part = parts[name];
    return part ? [{ name, part }] : [];
  });
  if (chosen.length < names.length || !(minutes >= 0)) {
    console.error(
      `Usage: npm run test:deep -- [suites] [--minutes=N]. Suites: ${Object.keys(parts).join(', ')}.`,
    );
    process.exitCode = 2;
    return;
  }
  const reports = mkdtempSync(join(tmpdir(), 'bindery-deep-'));
  const remarks: string[] = [];
  const postgres = await findPostgres(remarks);
  const lines: string[] = [];
  let all = nothing;
  for (const { name, part } of chosen) {
    const round = { reports, postgres: postgres?.url };
    const result = await runDeepPart(name, part, round, minutes / chosen.length);
    all = add(all, result.count);
    lines.push(...result.lines);
  }
  postgres?.stop();
  rmSync(reports, { recursive: true, force: true });
  console.log(
    `\n${[...lines, ...remarks, ...all.remarks, ...describeRetried(all.retried ?? [])].join('\n')}`,
  );
  console.log(`\n${all.passed} passed, ${all.failed} failed`);
  process.exitCode = all.failed > 0 || all.passed === 0 ? 1 : 0;
}

await main();

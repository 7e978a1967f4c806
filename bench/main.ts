/**
 * `npm run bench`: measures console and server against their baselines and writes bench/results/latest.json and
 * docs/performance.md after each part. A part that fails keeps its last results, the others go on, and it exits with 1.
 */
import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { parts } from './parts.ts';
import { formatReport, readLatest, writeReport } from './report.ts';
import { openBench } from './servers.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '3' },
    help: { type: 'boolean', default: false },
    small: { type: 'boolean', default: false },
    engine: { type: 'string' },
  },
});
const rounds = Number(values.rounds);
const selected = parts.filter(({ name, isOnDemand }) =>
  positionals.length === 0 ? isOnDemand !== true : positionals.includes(name),
);
// Steps are counted by browser tests.
const countsSteps = positionals.join() === 'steps';
const isKnown = countsSteps || positionals.every((name) => parts.some((part) => part.name === name));
if (values.help || !isKnown || !Number.isInteger(rounds) || rounds < 1) {
  console.log('npm run bench -- [part …] [--rounds N] [--small] [--engine pglite | postgres]\n');
  for (const { name, description, isOnDemand } of parts)
    console.log(`${name.padEnd(22)} ${description}${isOnDemand === true ? ' (only when named)' : ''}`);
  console.log(`${'steps'.padEnd(22)} What people press for some tasks, counted by browser tests (alone)`);
  process.exit(values.help ? 0 : 2);
}

execFileSync(process.execPath, ['scripts/build-if-stale.mjs'], { stdio: 'inherit' });

if (countsSteps) {
  const args = ['playwright', 'test', '--config', 'e2e/playwright.config.ts', 'e2e/steps/'];
  execFileSync('npx', args, { stdio: 'inherit' });
  process.exit();
}

const runInfo = {
  date: new Date().toISOString().slice(0, 10),
  node: process.versions.node,
  processors: availableParallelism(),
};
// Small results stand alone.
const results = values.small ? {} : readLatest();
const bench = openBench({
  rounds,
  isSmall: values.small,
  engines: (['postgres', 'pglite'] as const).filter((engine) => (values.engine ?? engine) === engine),
});
const failed: string[] = [];
for (const part of selected) {
  const started = performance.now();
  const passed = (): number => Math.round((performance.now() - started) / 1000);
  try {
    const measured = await part.measure(bench);
    const run = { ...runInfo, chromium: bench.browserVersion() };
    results[part.name] = { seconds: passed(), run, results: measured };
    if (!values.small) writeReport(results);
  } catch (error) {
    failed.push(part.name);
    console.error(error);
    // The next part gets a server and a browser of its own.
    await bench.reset();
  }
  const outcome = failed.includes(part.name) ? ', failed' : '';
  console.log(`${part.name.padEnd(28)} ${String(passed()).padStart(5)} s${outcome}`);
}
await bench.reset();

console.log(`\n${formatReport(results)}`);
if (failed.length > 0) {
  console.error(`Failed: ${failed.join(', ')}`);
  process.exitCode = 1;
}

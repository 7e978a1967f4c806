/**
 * `npm run bench`: measures console and server against their baselines and writes bench/results/latest.json and
 * docs/performance.md after each part. A part that fails keeps its last results, the others go on, and it exits with 1.
 */
import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { openBench } from './bench.ts';
import { parts } from './parts.ts';
import { formatReport, readLatest, writeReport } from './report.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    small: { type: 'boolean', default: false },
    engine: { type: 'string' },
  },
});
const rounds = Number(values.rounds);
const selected = parts.filter(({ name, isExtra }) =>
  positionals.length === 0 ? isExtra !== true : positionals.includes(name),
);
const isKnown = positionals.every((name) => parts.some((part) => part.name === name));
if (!isKnown || !Number.isInteger(rounds) || rounds < 1) {
  const names = parts.map(({ name }) => name).join(' | ');
  console.error(`Usage: npm run bench -- [${names}] … [--rounds N] [--small] [--engine pglite | postgres]`);
  process.exit(2);
}

execFileSync(process.execPath, ['scripts/build-if-stale.mjs'], { stdio: 'inherit' });

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
    const found = await part.measure(bench);
    const run = { ...runInfo, chromium: bench.browserVersion() };
    results[part.name] = { seconds: passed(), run, found };
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

/**
 * `npm run bench`: measures console and server against their baselines and writes bench/results/latest.json and
 * docs/performance.md.
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

const results = readLatest();
const bench = openBench({
  rounds,
  isSmall: values.small,
  engines: (['postgres', 'pglite'] as const).filter((engine) => (values.engine ?? engine) === engine),
});
for (const part of selected) {
  const started = performance.now();
  const found = await part.measure(bench);
  const seconds = (performance.now() - started) / 1000;
  results[part.name] = { seconds: Math.round(seconds), found };
  console.log(`${part.name.padEnd(28)} ${seconds.toFixed(0).padStart(5)} s`);
}
const chromium = await bench.close();

const runInfo = {
  date: new Date().toISOString().slice(0, 10),
  node: process.versions.node,
  ...(chromium === undefined ? {} : { chromium }),
  processors: availableParallelism(),
};
console.log(`\n${values.small ? formatReport(results, runInfo) : writeReport(results, runInfo)}`);

/**
 * `npm run check`: everything that can be told without a browser or a database, in under a minute.
 * Its parts are the `check:…` scripts of package.json; names as arguments run only these: `npm run check -- types lint`.
 */
import { readFileSync } from 'node:fs';
import { printOutputs, runParts, type Part } from './run-parts.ts';

/** Those that take long start first, so that no processor waits for the last one. */
const first = ['size', 'unit', 'generated', 'types', 'layers', 'unused'];

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
const parts = Object.entries<string>(scripts)
  .filter(([name]) => name.startsWith('check:'))
  .map(([name, command]): Part => ({
    name: name.slice('check:'.length),
    command,
    loud: name === 'check:figures',
  }))
  .toSorted((a, b) => rank(a) - rank(b));

function rank({ name }: Part): number {
  const place = first.indexOf(name);
  return place < 0 ? first.length : place;
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !parts.some((part) => part.name === name));
if (unknown.length > 0) {
  console.error(
    `No part is called ${unknown.join(', ')}. There are: ${parts.map(({ name }) => name).join(', ')}.`,
  );
  process.exit(2);
}

const started = performance.now();
const results = await runParts(parts.filter(({ name }) => wanted.length === 0 || wanted.includes(name)));
printOutputs(results);
const failed = results.filter(({ ok }) => !ok).map(({ part }) => part.name);
const seconds = ((performance.now() - started) / 1000).toFixed(1);
console.log(
  failed.length === 0
    ? `\n${results.length} parts are good (${seconds} s).`
    : `\n${failed.length} of ${results.length} parts failed (${seconds} s): ${failed.join(', ')}`,
);
process.exitCode = failed.length === 0 ? 0 : 1;

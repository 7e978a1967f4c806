/**
 * `npm run check`: everything that can be told without a browser or a database, in under a minute.
 * Names as arguments run only these parts: `npm run check -- types lint`.
 */
import { listCheckParts } from './check-parts.ts';
import { printOutputs, runParts } from './run-parts.ts';

const parts = listCheckParts();
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

import { readFileSync } from 'node:fs';
import type { Part } from './run-parts.ts';

/** Those that take long start first, so that no processor waits for the last one. */
const first = ['size', 'unit', 'generated', 'promises', 'types', 'layers', 'unused'];

function rank({ name }: Part): number {
  const place = first.indexOf(name);
  return place < 0 ? first.length : place;
}

/** The parts of `npm run check`: the `check:…` scripts of package.json, in the order in which they best run. */
export function listCheckParts(): Part[] {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  return Object.entries<string>(scripts)
    .filter(([name]) => name.startsWith('check:'))
    .map(([name, command]) => ({
      name: name.slice('check:'.length),
      command,
      loud: name === 'check:figures',
    }))
    .toSorted((a, b) => rank(a) - rank(b));
}

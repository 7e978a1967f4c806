import type { IRawProperty, Parameters } from 'fast-check';
/** Replaces fast-check if `DEEP` is set: multiplies the runs of every property. */
import { createRequire } from 'node:module';

const original: typeof import('fast-check') = createRequire(import.meta.url)('fast-check');
const factor = Number(process.env.DEEP);
const defaultRuns = 100;

/** Like the library's. A single run is a step of a test that counts its runs itself. */
function assert<Values>(
  property: IRawProperty<Values>,
  { numRuns = defaultRuns, ...more }: Parameters<Values> = {},
) {
  return original.assert(property, { ...more, numRuns: numRuns === 1 ? 1 : numRuns * factor });
}

// oxlint-disable-next-line import/no-default-export -- replaces a library that has one
export default { ...original, assert };

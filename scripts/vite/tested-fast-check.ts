import type { IRawProperty, Parameters } from 'fast-check';
/**
 * Replaces fast-check. Daily runs try the same inputs each time, so that a failure is one of what was changed; with `DEEP`,
 * the inputs are new ones, and as many times as many.
 */
import { createRequire } from 'node:module';

const original: typeof import('fast-check') = createRequire(import.meta.url)('fast-check');
const factor = process.env.DEEP ? Number(process.env.DEEP) : undefined;
const DAILY_SEED = 20_261_130;
const defaultRuns = 100;

/** Like the library's. A single run is a step of a test that counts its runs itself: each has inputs of its own. */
function assert<Values>(
  property: IRawProperty<Values>,
  { numRuns = defaultRuns, ...more }: Parameters<Values> = {},
) {
  if (numRuns === 1) return original.assert(property, { ...more, numRuns });
  const given =
    factor === undefined ? { seed: DAILY_SEED, ...more, numRuns } : { ...more, numRuns: numRuns * factor };
  return original.assert(property, given);
}

// oxlint-disable-next-line import/no-default-export -- replaces a library that has one
export default { ...original, assert };

import type { SeededRandom } from '../random.ts';

/** Something that takes what strangers send. */
export interface FuzzTarget {
  /** The inputs to begin with, beside those that are kept. */
  examples: () => Uint8Array[];
  /** Texts that its grammar knows. */
  words: readonly string[];
  maxBytes: number;
  /** The processor time that one input may take, in ms; it is measured while branches are counted. */
  budgetMs: number;
  /** Changes an input as its format allows; undefined where it cannot be read. */
  restructure?: (input: Uint8Array, random: SeededRandom, other: Uint8Array) => Uint8Array | undefined;
  /** Takes an input; throws where something happened that never may. */
  run: (input: Uint8Array) => Promise<void> | void;
  /** The stored form of an input, and the form that is read again: without keys that are new in each run. */
  toSeed?: (input: Uint8Array) => Uint8Array;
  fromSeed?: (seed: Uint8Array) => Uint8Array;
}

/** An input that a target must not have, with what it did. */
export interface Finding {
  message: string;
  /** As small as it could be made. */
  input: Uint8Array;
}

/** Throws unless a property of every input holds. */
export function mustHold(condition: boolean, what: string): asserts condition {
  if (!condition) throw new Error(what);
}

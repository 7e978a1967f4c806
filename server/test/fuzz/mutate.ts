import type { SeededRandom } from '../random.ts';
import type { FuzzTarget } from './fuzz-target.ts';

const encoder = new TextEncoder();

/** Bytes that parsers treat differently: ends, quotes, brackets, blanks, the limits of integers. */
const INTERESTING_BYTES = [
  0, 1, 9, 10, 13, 32, 34, 38, 39, 40, 41, 45, 47, 58, 60, 62, 91, 93, 96, 127, 128, 255,
];
const MAX_REPETITIONS = 2000;
const MAX_CHANGES = 5;

/** Some changes of an input, one after the other; `other` is another known input. */
export function mutate(
  target: FuzzTarget,
  input: Uint8Array,
  other: Uint8Array,
  random: SeededRandom,
): Uint8Array {
  let changed = input;
  const changes = 1 + random.below(MAX_CHANGES);
  for (let done = 0; done < changes; done += 1) {
    const isStructural = target.restructure !== undefined && random.chance(0.6);
    const structural = isStructural ? target.restructure?.(changed, random, other) : undefined;
    changed = structural ?? random.pick(mutations)(changed, { other, random, words: target.words });
    if (changed.length > target.maxBytes) changed = changed.subarray(0, target.maxBytes);
  }
  return changed;
}

interface MutationContext {
  other: Uint8Array;
  random: SeededRandom;
  words: readonly string[];
}

type Mutation = (input: Uint8Array, context: MutationContext) => Uint8Array;

const mutations: readonly Mutation[] = [
  // Another byte.
  (input, { random }) => {
    const changed = Uint8Array.from(input);
    const at = random.below(Math.max(1, input.length));
    changed[at] = random.chance(0.5) ? random.pick(INTERESTING_BYTES) : random.below(256);
    return changed;
  },
  // A part is removed.
  (input, { random }) => {
    const [start, end] = randomRange(input, random);
    return concat(input.subarray(0, start), input.subarray(end));
  },
  // A part stands somewhere else too.
  (input, { random }) => insertAt(input, random, input.subarray(...randomRange(input, random))),
  // A part of another input.
  (input, { random, other }) => insertAt(input, random, other.subarray(...randomRange(other, random))),
  // The beginning of one and the end of another.
  (input, { random, other }) =>
    concat(input.subarray(0, random.below(input.length + 1)), other.subarray(random.below(other.length + 1))),
  // A word, twice as often as anything else.
  insertWord,
  insertWord,
  // A short part or a word many times: depth and length.
  (input, { random, words }) => {
    const [start, end] = randomRange(input, random);
    const part = random.chance(0.5)
      ? encoder.encode(random.pick(words))
      : input.subarray(start, Math.min(end, start + 8));
    const times = 2 ** random.below(Math.ceil(Math.log2(MAX_REPETITIONS)));
    return insertAt(input, random, concat(...Array.from({ length: times }, () => part)));
  },
  // A number.
  (input, { random }) => {
    const number = random.pick([0, 1, -1, 2 ** 31, 2 ** 32, 2 ** 53, 1e308, 65_536, 0.1]);
    return insertAt(input, random, encoder.encode(String(number)));
  },
];

function insertWord(input: Uint8Array, { random, words }: MutationContext): Uint8Array {
  const word = encoder.encode(random.pick(words));
  if (random.chance(0.5)) return insertAt(input, random, word);
  const at = random.below(input.length + 1);
  return concat(input.subarray(0, at), word, input.subarray(Math.min(input.length, at + word.length)));
}

function insertAt(input: Uint8Array, random: SeededRandom, part: Uint8Array): Uint8Array {
  const at = random.below(input.length + 1);
  return concat(input.subarray(0, at), part, input.subarray(at));
}

/** Short parts more often than long ones. */
function randomRange(input: Uint8Array, random: SeededRandom): [start: number, end: number] {
  const start = random.below(input.length + 1);
  const longest = random.chance(0.7) ? 16 : input.length;
  return [start, Math.min(input.length, start + 1 + random.below(Math.max(1, longest)))];
}

const concat = (...parts: Uint8Array[]): Uint8Array => Buffer.concat(parts);

import { SeededRandom } from '../random.ts';
import { addNew, Coverage } from './coverage.ts';
import type { Finding, FuzzTarget } from './fuzz-target.ts';
import { mutate } from './mutate.ts';

/** Inputs between two looks at the counters, which takes longer than most inputs. */
const BATCH = 24;
const MAX_FINDINGS = 5;
/** How often an input is cut to make a finding smaller. */
const MAX_CUTS = 400;

export interface FuzzOptions {
  seed: number;
  seeds: readonly Uint8Array[];
  /** Whether to go on, after this number of inputs. */
  goesOn: (inputs: number) => boolean;
}

export interface FuzzResult {
  inputs: number;
  branches: number;
  /** Inputs that reached something new, beside the ones to begin with. */
  discovered: Uint8Array[];
  /** The most processor time that an input took, in ms, and that input. */
  slowest: { ms: number; input: Uint8Array };
  findings: Finding[];
}

/**
 * Coverage-guided fuzzing: changes known inputs, and keeps those that reach a branch, or run a loop far more often,
 * than any before. Each of them is a place to go on from.
 */
export async function fuzz(target: FuzzTarget, { seed, seeds, goesOn }: FuzzOptions): Promise<FuzzResult> {
  const random = new SeededRandom(seed);
  const corpus: Uint8Array[] = [...target.examples(), ...seeds];
  const begun = corpus.length;
  const findings = new Map<string, Finding>();
  let slowest: FuzzResult['slowest'] = { ms: 0, input: new Uint8Array() };
  let inputs = 0;

  const attempt = async (input: Uint8Array): Promise<void> => {
    inputs += 1;
    const { message, ms } = await tryInput(target, input);
    if (ms > slowest.ms) slowest = { ms, input };
    if (message === undefined || findings.has(kindOf(message))) return;
    findings.set(kindOf(message), { message, input: await shrink(target, input, message) });
  };

  // The first inputs also compile what they run, so their time means nothing.
  for (const input of corpus) await tryInput(target, input);
  const coverage = new Coverage();
  const [reachedAlone, reachedTogether] = [new Set<string>(), new Set<string>()];
  for (const input of corpus) {
    await attempt(input);
    addNew(reachedAlone, coverage.take());
  }
  while (goesOn(inputs) && findings.size < MAX_FINDINGS) {
    const batch = Array.from({ length: BATCH }, () =>
      mutate(target, pickRecent(corpus, random), random.pick(corpus), random),
    );
    for (const input of batch) await attempt(input);
    if (!addNew(reachedTogether, coverage.take())) continue;
    // One of them reached something new: again, one by one.
    for (const input of batch) {
      await tryInput(target, input);
      if (addNew(reachedAlone, coverage.take())) corpus.push(input);
    }
  }
  return {
    inputs,
    branches: reachedAlone.size,
    discovered: await distill(target, corpus, begun, coverage),
    slowest,
    findings: [...findings.values()],
  };
}

/** As few and as short inputs as reach what all of them reach, of those behind the first ones. */
async function distill(
  target: FuzzTarget,
  corpus: readonly Uint8Array[],
  begun: number,
  coverage: Coverage,
): Promise<Uint8Array[]> {
  const reached = new Set<string>();
  const keptInputs: Uint8Array[] = [];
  const byLength = corpus.slice(begun).toSorted((a, b) => a.length - b.length);
  for (const input of [...corpus.slice(0, begun), ...byLength]) {
    await tryInput(target, input);
    if (addNew(reached, coverage.take()) && byLength.includes(input)) keptInputs.push(input);
  }
  return keptInputs;
}

/** Recent findings are less explored: half of the time one of the last quarter. */
function pickRecent(corpus: readonly Uint8Array[], random: SeededRandom): Uint8Array {
  return random.pick(random.chance(0.5) ? corpus.slice(-Math.ceil(corpus.length / 4)) : corpus);
}

/** The message of what an input must not do, and its processor time in ms. */
async function tryInput(target: FuzzTarget, input: Uint8Array): Promise<{ message?: string; ms: number }> {
  const before = process.cpuUsage();
  const failure = await runInput(target, input);
  const { user, system } = process.cpuUsage(before);
  const ms = (user + system) / 1000;
  if (failure !== undefined) return { message: failure, ms };
  return ms > target.budgetMs ? { message: `It takes ${Math.round(ms)} ms.`, ms } : { ms };
}

async function runInput(target: FuzzTarget, input: Uint8Array): Promise<string | undefined> {
  try {
    await target.run(input);
    return undefined;
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
}

/** Messages that differ only in numbers and names are one finding. */
const kindOf = (message: string): string =>
  (message.split('\n')[0] ?? '').replaceAll(/\d+|"[^"]*"/g, '').slice(0, 60);

/** Leaves parts out as long as the same happens. */
async function shrink(target: FuzzTarget, input: Uint8Array, message: string): Promise<Uint8Array> {
  let smallest = input;
  let cuts = 0;
  for (let length = Math.floor(input.length / 2); length > 0; length = Math.floor(length / 2)) {
    for (let start = 0; start < smallest.length && cuts < MAX_CUTS; cuts += 1) {
      const cut = Buffer.concat([smallest.subarray(0, start), smallest.subarray(start + length)]);
      const finding = await tryInput(target, cut);
      if (finding.message !== undefined && kindOf(finding.message) === kindOf(message)) smallest = cut;
      else start += length;
    }
  }
  return smallest;
}

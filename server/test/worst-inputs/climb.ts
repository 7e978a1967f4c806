import { SeededRandom } from '../random.ts';

/** The source of an input: numbers from 0 to 1, whose meaning is the kind's. */
export type Genes = readonly number[];

/** A gene has three digits, so that what was found can be written down. */
const DIGITS = 1000;
/** How much more an input must cost to replace the best one: times vary from run to run. */
const GAIN = 1.05;

interface Found {
  genes: Genes;
  cost: number;
}

interface Climb {
  seed: number;
  length: number;
  /** Where to begin; others are tried too. */
  start: Genes | undefined;
  tries: number;
  /** The cost of an input. */
  measure: (genes: Genes) => Promise<number>;
}

/** Searches for the genes with the highest cost: changes some of the best ones, and begins anew now and then. */
export async function climb({ seed, length, start, tries, measure }: Climb): Promise<Found> {
  const random = new SeededRandom(seed);
  const gene = () => random.below(DIGITS) / DIGITS;
  const anew = () => Array.from({ length }, gene);
  let genes: Genes = start ?? anew();
  let best: Found = { genes, cost: await measure(genes) };
  for (let count = 1; count < tries; count += 1) {
    genes = random.chance(0.2) ? anew() : best.genes.map((old) => (random.chance(0.3) ? gene() : old));
    const cost = await measure(genes);
    if (cost > best.cost * GAIN) best = { genes, cost };
  }
  return best;
}

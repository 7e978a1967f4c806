/** What a part of the benchmark is: it measures, and says which goals its results meet and how they are shown. */
import type { Browser } from 'playwright';
import type { Target, TargetName } from './browser.ts';
import type { BenchEnvironment } from './environment.ts';
import type { Check } from './goals.ts';

export type Engine = 'pglite' | 'postgres';

/** A seeded server: `large` has 100,000 members on the embedded engine, the others 10,000. */
export type WorldName = Engine | 'large';

/** Targets that are built only when a part needs them. */
export type OtherTarget = Exclude<TargetName, 'baseline' | 'console'>;

/** What a part may use. Servers and browser start when they are first asked for, and are shared by the parts. */
export interface Bench {
  /** How often each figure is measured. */
  rounds: number;
  /** Small sizes, to see that a part works. */
  isSmall: boolean;
  /** The engines of parts that run on both. */
  engines: Engine[];
  browser: () => Promise<Browser>;
  /** Only one server runs at a time: asking for another one stops it. */
  world: (name: WorldName) => Promise<BenchEnvironment>;
  /** The baseline and the console of the `pglite` server, and others that are asked for, in this order. */
  targets: (others?: OtherTarget[]) => Promise<Target[]>;
}

/** One part, registered in `parts.ts`. Its results are stored as JSON. */
export interface Part<Results> {
  name: string;
  /** Runs only when it is named. */
  isExtra?: boolean;
  measure: (bench: Bench) => Promise<Results>;
  /** The goals, compared with the results; in a method, because `parts.ts` lists parts of all kinds. */
  goals(found: Results): Check[];
  /** Markdown: headings of level 3, tables and sentences. */
  tables(found: Results): string[];
}

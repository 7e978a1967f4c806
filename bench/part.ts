/** A part of the benchmark: it measures, and returns which goals its results meet and how they are shown. */
import type { Browser } from 'playwright';
import type { Target } from './browser/browser.ts';
import type { BenchEnvironment } from './environment.ts';
import type { Check } from './goals.ts';

export type Engine = 'pglite' | 'postgres';

export const engineTitles: Record<Engine, string> = { postgres: 'PostgreSQL', pglite: 'PGlite' };

/** A seeded server: `large` has 100,000 members on the embedded engine, the others 10,000. */
export type ServerName = Engine | 'large';

/** The context of a part. Servers and browser start when they are first needed, and are shared by the parts. */
export interface Bench {
  /** How often each figure is measured. */
  rounds: number;
  /** Small sizes, to see that a part works. */
  isSmall: boolean;
  /** The engines of parts that run on both. */
  engines: Engine[];
  browser: () => Promise<Browser>;
  /** Only one server runs at a time: asking for another one stops it. */
  environment: (name: ServerName) => Promise<BenchEnvironment>;
  /** The baseline, the console of the `pglite` server, and its screens as static markup. */
  targets: () => Promise<Target[]>;
}

/** One part, registered in `parts.ts`. Its results are stored as JSON. */
export interface Part<Results> {
  name: string;
  /** The measurement, in one line. */
  description: string;
  /** Runs only when it is named. */
  isOnDemand?: boolean;
  measure: (bench: Bench) => Promise<Results>;
  /** The goals, compared with the results; in a method, because `parts.ts` lists parts of all kinds. */
  goals(results: Results): Check[];
  /** Markdown: headings of level 3, tables and sentences, of what the goals don't show. */
  tables?(results: Results): string[];
}

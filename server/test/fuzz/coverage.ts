import { Session } from 'node:inspector';

/** Our code, which tests bundle, and the parsers that it uses. */
const COUNTED_SCRIPTS =
  /bindery-programs|node_modules[\\/](fflate|acorn|marked|@node-saml|xml-crypto|xml2js|xpath|@xmldom|yaml)[\\/]/;

/** The branches that have been run, as V8 counts them. */
export class Coverage {
  readonly #session = new Session();

  constructor() {
    this.#session.connect();
    this.#session.post('Profiler.enable');
    this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  /** The branches since the last call, each with the magnitude of its count. Takes some milliseconds. */
  take(): string[] {
    const branches: string[] = [];
    // Synchronous: nothing else runs in between.
    this.#session.post('Profiler.takePreciseCoverage', (error, found) => {
      if (error) throw error;
      for (const { url, scriptId, functions } of found.result) {
        if (!COUNTED_SCRIPTS.test(url)) continue;
        for (const { ranges } of functions)
          for (const { startOffset, endOffset, count } of ranges)
            if (count > 0) branches.push(`${scriptId}:${startOffset}-${endOffset}:${magnitudeOf(count)}`);
      }
    });
    return branches;
  }
}

/** Loops that run eight times as often are something new. */
const magnitudeOf = (count: number): number => Math.floor(Math.log2(count) / 3);

/** Adds branches to a set; returns whether one of them is new. */
export function addNew(known: Set<string>, branches: readonly string[]): boolean {
  const before = known.size;
  for (const branch of branches) known.add(branch);
  return known.size > before;
}

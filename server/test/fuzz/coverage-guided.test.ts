// @module-tag embedded-only
// @module-tag fuzz
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startProcess } from '../processes/child-process.ts';

/** Inputs of each target, and seconds: whichever takes longer. */
const INPUTS = Number(process.env.GUIDED_INPUTS ?? 300);
const SECONDS = Number(process.env.GUIDED_SECONDS ?? 0);
/** New every time in a long run, the same in every short one. */
const SEED = SECONDS > 0 ? Date.now() % 2 ** 31 : 1;
const KEEPS_SEEDS = process.env.GUIDED_KEEP === '1';

interface Report {
  inputs: number;
  branches: number;
  discovered: string[];
  slowest: { ms: number; input: string };
  findings: { message: string; input: string }[];
}

describe.runIf(process.env.TEST_ENGINE !== 'postgres')('coverage-guided fuzzing', () => {
  it.each(['conditions', 'archives', 'saml'])(
    `finds nothing in %s`,
    async (target) => {
      const seedFile = join(import.meta.dirname, 'seeds', `${target}.txt`);
      const args = [target, SEED, INPUTS, SECONDS, seedFile].map(String);
      const started = await startProcess('run-fuzz', args, {});
      const code = await started.ended;
      expect(code, started.output()).toBe(0);
      const report: Report = JSON.parse(started.stdout());
      const { inputs, branches, discovered, slowest, findings } = report;
      process.stdout.write(
        `${target}: ${inputs} inputs (seed ${SEED}), ${branches} branches, ${discovered.length} inputs found more, the slowest took ${slowest.ms} ms\n`,
      );
      if (KEEPS_SEEDS) appendFileSync(seedFile, discovered.map((input) => `${input}\n`).join(''));
      expect(findings).toEqual([]);
      expect(inputs).toBeGreaterThanOrEqual(INPUTS);
    },
    (SECONDS + 600) * 1000,
  );
});

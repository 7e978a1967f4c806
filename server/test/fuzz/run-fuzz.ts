/**
 * A process that fuzzes one target and prints the result as JSON: `run-fuzz TARGET SEED INPUTS SECONDS`. It runs until
 * both the number of inputs and the time are reached. Its own process, because V8 counts the branches of all of it.
 */
import { existsSync, readFileSync } from 'node:fs';
import { archiveTarget } from './archive-target.ts';
import { conditionTarget } from './condition-target.ts';
import type { FuzzTarget } from './fuzz-target.ts';
import { fuzz } from './fuzzer.ts';
import { samlTarget } from './saml-target.ts';

const targets: Record<string, FuzzTarget> = {
  archives: archiveTarget,
  conditions: conditionTarget,
  saml: samlTarget,
};

const [, , name = '', seed = '1', inputs = '0', seconds = '0', seedFile = ''] = process.argv;
const target = targets[name];
if (!target) throw new Error(`There is no target ${name}.`);
const { toSeed = (input) => input, fromSeed = (kept) => kept } = target;
const lines = existsSync(seedFile) ? readFileSync(seedFile, 'utf8').split('\n') : [];
const seeds = lines.filter((line) => line !== '').map((line) => fromSeed(Buffer.from(line, 'base64')));
const end = Date.now() + Number(seconds) * 1000;

const result = await fuzz(target, {
  seed: Number(seed),
  seeds,
  goesOn: (done) => done < Number(inputs) || Date.now() < end,
});
const toBase64 = (input: Uint8Array): string => Buffer.from(toSeed(input)).toString('base64');
process.stdout.write(
  `${JSON.stringify({
    ...result,
    discovered: result.discovered.map(toBase64),
    slowest: { ms: Math.round(result.slowest.ms), input: toBase64(result.slowest.input) },
    findings: result.findings.map(({ message, input }) => ({ message, input: toBase64(input) })),
  })}\n`,
);

// @module-tag kills
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startProcess } from './child-process.ts';

const ROUNDS = Number(process.env.KILLS ?? 20);
const TIMEOUT_MS = ROUNDS * 30_000;

describe.runIf(process.env.TEST_ENGINE !== 'postgres')('the embedded engine', () => {
  it(
    `loses no acknowledged write when its process is killed, ${ROUNDS} times in a row`,
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'bindery-durability-'));
      const acknowledged = new Set<string>();
      for (let round = 0; round <= ROUNDS; round += 1) {
        const writer = await startProcess('durability-writer', [folder], {});
        await writer.waitForOutput('\n');
        await writer.waitForOutput('wrote');
        // Killed after a different number of writes each time.
        const before = writer.output().length;
        while (writer.output().length < before + round * 40)
          await writer.waitForOutput(`wrote ${writer.child.pid}`).then(pause);
        writer.child.kill('SIGKILL');
        await writer.ended;
        const [found = '', ...writes] = writer.output().split('\n');
        const present = new Set(found.replace('found ', '').split(','));
        expect([...acknowledged].filter((key) => !present.has(key))).toEqual([]);
        // The last line may be incomplete; it was then not acknowledged.
        for (const line of writes.slice(0, -1)) acknowledged.add(line.replace('wrote ', ''));
      }
      expect(acknowledged.size).toBeGreaterThan(ROUNDS);
      rmSync(folder, { recursive: true, force: true });
    },
    TIMEOUT_MS,
  );
});

const pause = () => new Promise((resolve) => setImmediate(resolve));

// @module-tag embedded-only
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startProcess } from '#server/test/processes/child-process.ts';
import { fillDataFolder } from '#server/test/test-database.ts';

describe.runIf(process.env.TEST_ENGINE !== 'postgres')('a job that ends its process', () => {
  it('is retried once and then given up, and the other jobs continue', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'bindery-jobs-'));
    await fillDataFolder(folder);
    const start = async (minutes: number) => {
      const { ended, stdout } = await startProcess('job-process', [folder, String(minutes)], {});
      return { code: await ended, said: stdout() };
    };
    expect(await start(0)).toEqual({ code: null, said: 'started\n' });
    expect(await start(2)).toEqual({ code: null, said: 'started\n' });
    expect(await start(4)).toEqual({ code: 0, said: 'given up\nprocessed\n' });
    expect(await start(60)).toEqual({ code: 0, said: '' });
    rmSync(folder, { recursive: true, force: true });
  });
});

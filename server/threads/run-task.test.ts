import { describe, expect, it } from 'vitest';
import { HEAVY_BYTES, runTask, TaskLimitError } from './run-task.ts';

const text = JSON.stringify({ openapi: '3.1.0', info: { title: 'Tides', version: '1' }, paths: {} });
const input = { text, fileName: 'openapi.json' };

describe('runTask', () => {
  it('gives the same result at once and from a thread', async () => {
    const here = await runTask('readSpec', input, { size: text.length });
    const there = await runTask('readSpec', input, { size: HEAVY_BYTES });
    expect(here).toMatchObject({ isValid: true });
    expect(there).toEqual(here);
  });

  it('leaves the event loop alone while a thread works', async () => {
    let ticks = 0;
    const timer = setInterval(() => {
      ticks += 1;
    }, 5);
    await runTask('readSpec', input, { size: HEAVY_BYTES });
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(3);
  });

  it('ends a thread that takes too long', async () => {
    await expect(runTask('readSpec', input, { size: HEAVY_BYTES, timeLimit: 1 })).rejects.toThrow(
      TaskLimitError,
    );
  });
});

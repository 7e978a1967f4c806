// @module-tag without-database
import { afterEach, describe, expect, it } from 'vitest';
import { DEFAULT_TASK_LIMITS, runTask, setTaskLimits, TaskLimitError } from './run-task.ts';

const text = JSON.stringify({ openapi: '3.1.0', info: { title: 'Tides', version: '1' }, paths: {} });
const main = 'openapi.json';
const input = { files: { [main]: text }, main };

/** A specification that takes quadratic time: the parser compares each key with all others. */
function withKeys(count: number): string {
  const keys = Array.from({ length: count }, (_, n) => `x-${n}: 1`).join('\n');
  return `openapi: 3.1.0\ninfo: {title: Tides, version: '1'}\npaths: {}\n${keys}`;
}

afterEach(() => setTaskLimits(DEFAULT_TASK_LIMITS));

describe('runTask', () => {
  it("returns the task's result without blocking the event loop", async () => {
    let ticks = 0;
    const timer = setInterval(() => {
      ticks += 1;
    }, 5);
    expect(await runTask('parseSpec', { ...input, files: { [main]: withKeys(3000) } })).toMatchObject({
      isValid: true,
    });
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(3);
  });

  it('ends a task that takes too long, and runs the next one', async () => {
    setTaskLimits({ ...DEFAULT_TASK_LIMITS, seconds: 0.1 });
    const slow = { ...input, files: { [main]: withKeys(100_000) } };
    const ended: unknown = await runTask('parseSpec', slow).catch((error: unknown) => error);
    expect(ended).toBeInstanceOf(TaskLimitError);
    expect(ended).toMatchObject({ limit: 'time' });
    setTaskLimits(DEFAULT_TASK_LIMITS);
    expect(await runTask('parseSpec', input)).toMatchObject({ isValid: true });
  });

  it('gives a background task more time for more files and bytes', async () => {
    setTaskLimits({ ...DEFAULT_TASK_LIMITS, seconds: 0.0001 });
    await expect(runTask('parseSpec', input)).rejects.toMatchObject({ limit: 'time' });
    for (const work of [
      { files: 10_000_000_000, bytes: 0 },
      { files: 0, bytes: 10_000_000_000_000 },
    ])
      expect(await runTask('parseSpec', input, { work })).toMatchObject({ isValid: true });
  });

  it('ends a task that takes too much memory, and runs the next one', async () => {
    // More objects than fit into the heap: V8 ends its process.
    setTaskLimits({ ...DEFAULT_TASK_LIMITS, megabytes: 128 });
    const large = { files: { [main]: `{"a": [${'{},'.repeat(3_000_000)}{}]}` }, main };
    await expect(runTask('parseSpec', large)).rejects.toMatchObject({ limit: 'memory' });
    expect(await runTask('parseSpec', input)).toMatchObject({ isValid: true });
  });

  it('throws the error of a failed task', async () => {
    await expect(runTask('parseTexts', Object({}))).rejects.toThrow('parseTexts failed');
  });
});

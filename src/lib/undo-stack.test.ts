import { describe, expect, it } from 'vitest';
import { createUndoStack } from './undo-stack.ts';

/** Entries that write what happens to them into `log`. */
function recorder() {
  const log: string[] = [];
  const entry = (label: string) => ({
    label,
    undo: async () => log.push(`undo ${label}`),
    redo: async () => log.push(`redo ${label}`),
  });
  return { log, entry };
}

describe('the undo stack', () => {
  it('takes back the latest first and does it again in turn', async () => {
    const { log, entry } = recorder();
    const stack = createUndoStack();
    stack.push(entry('a'));
    stack.push(entry('b'));
    expect((await stack.undo())?.label).toBe('b');
    expect((await stack.undo())?.label).toBe('a');
    expect(await stack.undo()).toBeNull();
    expect((await stack.redo())?.label).toBe('a');
    expect(log).toEqual(['undo b', 'undo a', 'redo a']);
  });

  it('takes back a given one, whatever was done after it', async () => {
    const { log, entry } = recorder();
    const stack = createUndoStack();
    const [first, second] = [entry('a'), entry('b')];
    stack.push(first);
    stack.push(second);
    expect(await stack.undo(first)).toBe(first);
    expect(await stack.undo(first)).toBeNull();
    expect(stack.state.get().done).toEqual([second]);
    expect(log).toEqual(['undo a']);
  });

  it('forgets what was taken back once something new is done', async () => {
    const { entry } = recorder();
    const stack = createUndoStack();
    stack.push(entry('a'));
    await stack.undo();
    stack.push(entry('b'));
    expect(await stack.redo()).toBeNull();
  });

  it('drops an entry that cannot be taken back and tells why', async () => {
    const { entry } = recorder();
    const stack = createUndoStack();
    stack.push(entry('a'));
    stack.push({ ...entry('b'), undo: () => Promise.reject(new Error('deleted meanwhile')) });
    await expect(stack.undo()).rejects.toThrow('deleted meanwhile');
    expect(stack.state.get().busy).toBe(false);
    expect((await stack.undo())?.label).toBe('a');
  });

  it('does one thing at a time', async () => {
    let finish = () => {};
    const stack = createUndoStack();
    const { entry } = recorder();
    stack.push(entry('a'));
    stack.push({ ...entry('b'), undo: () => new Promise<void>((resolve) => (finish = resolve)) });
    const first = stack.undo();
    expect(await stack.undo()).toBeNull();
    finish();
    expect((await first)?.label).toBe('b');
    expect((await stack.undo())?.label).toBe('a');
  });

  it('keeps no more than its limit', async () => {
    const { entry } = recorder();
    const stack = createUndoStack(2);
    for (const label of ['a', 'b', 'c']) stack.push(entry(label));
    expect(stack.state.get().done.map(({ label }) => label)).toEqual(['b', 'c']);
  });
});

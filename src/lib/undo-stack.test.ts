import { describe, expect, it } from 'vitest';
import { createUndoStack, latestOn } from './undo-stack.ts';

/** Entries that record their calls in `log`. */
function recorder() {
  const log: string[] = [];
  const entry = (label: string, screen = '/members') => ({
    label,
    screen,
    undo: async () => log.push(`undo ${label}`),
    redo: async () => log.push(`redo ${label}`),
  });
  return { log, entry };
}

describe('the undo stack', () => {
  it('undoes the latest change of a screen first, then redoes it', async () => {
    const { log, entry } = recorder();
    const stack = createUndoStack();
    for (const item of [entry('a'), entry('b'), entry('elsewhere', '/sites')]) stack.push(item);
    const latest = () => latestOn(stack.state.get().done, '/members');
    for (let item = latest(); item; item = latest()) expect(await stack.undo(item)).toBe(true);
    const next = latestOn(stack.state.get().undone, '/members');
    expect(next?.label).toBe('a');
    if (next) expect(await stack.redo(next)).toBe(true);
    expect(log).toEqual(['undo b', 'undo a', 'redo a']);
    expect(latestOn(stack.state.get().done, '/sites')?.label).toBe('elsewhere');
  });

  it('undoes a given entry, even when newer ones exist', async () => {
    const { log, entry } = recorder();
    const stack = createUndoStack();
    const [first, second] = [entry('a'), entry('b')];
    stack.push(first);
    stack.push(second);
    expect(await stack.undo(first)).toBe(true);
    expect(await stack.undo(first)).toBe(false);
    expect(stack.state.get().done).toEqual([second]);
    expect(log).toEqual(['undo a']);
  });

  it('clears the redo entries of a screen after a new change there', async () => {
    const { entry } = recorder();
    const stack = createUndoStack();
    const [here, there] = [entry('a'), entry('b', '/sites')];
    for (const item of [here, there]) {
      stack.push(item);
      await stack.undo(item);
    }
    stack.push(entry('c'));
    expect(await stack.redo(here)).toBe(false);
    expect(await stack.redo(there)).toBe(true);
  });

  it('drops an entry that can’t be undone and rejects with the reason', async () => {
    const { entry } = recorder();
    const stack = createUndoStack();
    const failing = { ...entry('b'), undo: () => Promise.reject(new Error('deleted meanwhile')) };
    stack.push(failing);
    await expect(stack.undo(failing)).rejects.toThrow('deleted meanwhile');
    expect(stack.state.get()).toEqual({ done: [], undone: [], busy: false });
  });

  it('runs one undo or redo at a time', async () => {
    let finish = () => {};
    const stack = createUndoStack();
    const { entry } = recorder();
    const quick = entry('a');
    const slow = { ...entry('b'), undo: () => new Promise<void>((resolve) => (finish = resolve)) };
    stack.push(quick);
    stack.push(slow);
    const first = stack.undo(slow);
    expect(await stack.undo(quick)).toBe(false);
    finish();
    expect(await first).toBe(true);
    expect(await stack.undo(quick)).toBe(true);
  });

  it('keeps at most the given number of entries', async () => {
    const { entry } = recorder();
    const stack = createUndoStack(2);
    for (const label of ['a', 'b', 'c']) stack.push(entry(label));
    expect(stack.state.get().done.map(({ label }) => label)).toEqual(['b', 'c']);
  });
});

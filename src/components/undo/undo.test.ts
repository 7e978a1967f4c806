import { beforeEach, describe, expect, it } from 'vitest';
import { toasts } from '#src/components/toasts/toasts.ts';
import { changeUndoably, recordUndoable, redoLast, undoLast, undoStack } from './undo.ts';

const shown = () => toasts.get().map(({ text, action }) => [text, action?.label]);

describe('an undoable change', () => {
  const log: string[] = [];
  const rename = {
    label: 'Renamed the team',
    undo: async () => log.push('undo'),
    redo: async () => log.push('redo'),
  };

  beforeEach(() => {
    log.length = 0;
    toasts.set([]);
    undoStack.clear();
  });

  it('offers the way back, then the way forth, in one toast', async () => {
    recordUndoable(rename);
    expect(shown()).toEqual([['Renamed the team', 'Undo']]);
    await undoLast();
    expect(shown()).toEqual([['Undone: Renamed the team', 'Redo']]);
    await redoLast();
    expect(shown()).toEqual([['Done again: Renamed the team', 'Undo']]);
    expect(log).toEqual(['undo', 'redo']);
  });

  it('is sent, taken back and sent again; nothing where nothing differs', async () => {
    const send = async (body: object) => log.push(JSON.stringify(body));
    const way = { label: 'Changed', change: { title: 'b' }, back: { title: 'a' }, send };
    await changeUndoably(way);
    await undoLast();
    await redoLast();
    await changeUndoably({ ...way, change: {} });
    expect(log).toEqual(['{"title":"b"}', '{"title":"a"}', '{"title":"b"}']);
    await expect(
      changeUndoably({ ...way, send: () => Promise.reject(new Error('refused')) }),
    ).rejects.toThrow('refused');
    expect(undoStack.state.get().done).toHaveLength(1);
  });

  it('says why it cannot be taken back, once', async () => {
    recordUndoable({ ...rename, undo: () => Promise.reject(new Error('gone')) });
    await undoLast();
    expect(toasts.get().map(({ tone }) => tone)).toEqual(['failed']);
    await undoLast();
    expect(toasts.get()).toHaveLength(1);
  });

  it('leaves the page alone when there is nothing to take back', async () => {
    await undoLast();
    await redoLast();
    expect(shown()).toEqual([]);
  });
});

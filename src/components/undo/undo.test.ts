import { beforeEach, describe, expect, it, vi } from 'vitest';
import { confirmation } from '#src/components/confirm/confirm.ts';
import { toasts } from '#src/components/toasts/toasts.ts';
import { applyUndoable, currentScreen, recordUndoable, redoLast, undoLast, undoStack } from './undo.ts';

const toastTexts = () => toasts.get().map(({ text, action }) => [text, action?.label]);

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
    currentScreen.set('/o/1/teams');
  });

  it('offers undo, then redo, in one toast', async () => {
    recordUndoable(rename);
    expect(toastTexts()).toEqual([['Renamed the team', 'Undo']]);
    await undoLast();
    expect(toastTexts()).toEqual([['Undone: Renamed the team', 'Redo']]);
    await redoLast();
    expect(toastTexts()).toEqual([['Redone: Renamed the team', 'Undo']]);
    expect(log).toEqual(['undo', 'redo']);
  });

  it('is sent, undone and redone; an empty change is not sent', async () => {
    const send = async (body: object) => log.push(JSON.stringify(body));
    const options = { label: 'Changed', change: { title: 'b' }, inverse: { title: 'a' }, send };
    await applyUndoable(options);
    await undoLast();
    await redoLast();
    await applyUndoable({ ...options, change: {} });
    expect(log).toEqual(['{"title":"b"}', '{"title":"a"}', '{"title":"b"}']);
    await expect(
      applyUndoable({ ...options, send: () => Promise.reject(new Error('rejected')) }),
    ).rejects.toThrow('rejected');
    expect(undoStack.state.get().done).toHaveLength(1);
  });

  it('shows once why it can’t be undone', async () => {
    recordUndoable({ ...rename, undo: () => Promise.reject(new Error('gone')) });
    await undoLast();
    expect(toasts.get().map(({ tone }) => tone)).toEqual(['error']);
    await undoLast();
    expect(toasts.get()).toHaveLength(1);
  });

  it('is not undone by key on another screen, but by its toast', async () => {
    recordUndoable(rename);
    const [offered] = toasts.get();
    currentScreen.set('/o/1/members');
    await undoLast();
    expect(log).toEqual([]);
    expect(toasts.get()[0]?.action?.keys).toBeUndefined();
    offered?.action?.run();
    await undoLast();
    expect(log).toEqual(['undo']);
    await redoLast();
    expect(log).toEqual(['undo']);
    currentScreen.set('/o/1/teams');
    await redoLast();
    expect(log).toEqual(['undo', 'redo']);
  });

  it('belongs to the screen it started on', async () => {
    const send = async () => currentScreen.set('/o/1/members');
    await applyUndoable({ label: 'Changed', change: { title: 'b' }, inverse: { title: 'a' }, send });
    await undoLast();
    expect(undoStack.state.get().done.map(({ screen }) => screen)).toEqual(['/o/1/teams']);
  });

  it('with a confirmation is confirmed for undo and redo, and stays if canceled', async () => {
    const confirmations = {
      undo: () => ({ title: 'Unpublish?', confirmLabel: 'Unpublish' }),
      redo: async () => ({ title: 'Publish?', confirmLabel: 'Publish' }),
    };
    const respond = async (title: string, yes: boolean, step: Promise<void>) => {
      await vi.waitFor(() => expect(confirmation.get()?.title).toBe(title));
      confirmation.get()?.respond(yes);
      await step;
    };
    recordUndoable({ ...rename, confirmations });
    await respond('Unpublish?', false, undoLast());
    expect(log).toEqual([]);
    await respond('Unpublish?', true, undoLast());
    await respond('Publish?', false, redoLast());
    expect(log).toEqual(['undo']);
    await respond('Publish?', true, redoLast());
    expect(log).toEqual(['undo', 'redo']);
  });

  it('does nothing when there is nothing to undo', async () => {
    await undoLast();
    await redoLast();
    expect(toastTexts()).toEqual([]);
  });
});

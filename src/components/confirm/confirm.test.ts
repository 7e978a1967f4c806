import { describe, expect, it } from 'vitest';
import { confirm, confirmation } from './confirm.ts';

const question = { title: 'Delete it?', confirmLabel: 'Delete' };

describe('confirm', () => {
  it('opens the dialog and resolves with the choice', async () => {
    const answered = confirm(question);
    expect(confirmation.get()?.title).toBe('Delete it?');
    confirmation.get()?.answer(true);
    expect(await answered).toBe(true);
    expect(confirmation.get()).toBeNull();
  });

  it('cancels an open confirmation when another one opens', async () => {
    const first = confirm(question);
    const second = confirm({ ...question, title: 'Delete the other?' });
    expect(await first).toBe(false);
    expect(confirmation.get()?.title).toBe('Delete the other?');
    confirmation.get()?.answer(false);
    expect(await second).toBe(false);
  });
});

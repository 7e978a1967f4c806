import { describe, expect, it } from 'vitest';
import { confirm, confirmation } from './confirm.ts';

const options = { title: 'Delete it?', confirmLabel: 'Delete' };

describe('confirm', () => {
  it('opens the dialog and resolves with the choice', async () => {
    const result = confirm(options);
    expect(confirmation.get()?.title).toBe('Delete it?');
    confirmation.get()?.respond(true);
    expect(await result).toBe(true);
    expect(confirmation.get()).toBeNull();
  });

  it('cancels an open confirmation when another one opens', async () => {
    const first = confirm(options);
    const second = confirm({ ...options, title: 'Delete the other?' });
    expect(await first).toBe(false);
    expect(confirmation.get()?.title).toBe('Delete the other?');
    confirmation.get()?.respond(false);
    expect(await second).toBe(false);
  });
});

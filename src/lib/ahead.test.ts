import { expect, it } from 'vitest';
import { createAhead } from './ahead.ts';

it('shows a change while it is pending and returns the result', async () => {
  const ahead = createAhead<string>();
  const shown: (readonly string[])[] = [];
  ahead.all.subscribe(() => shown.push(ahead.all.get()));
  const answer = ahead.during('Ada becomes editor', async () => 42);
  expect(ahead.all.get()).toEqual(['Ada becomes editor']);
  expect(await answer).toBe(42);
  expect(shown).toEqual([['Ada becomes editor'], []]);
});

it('drops a failed change and keeps the others in order', async () => {
  const ahead = createAhead<{ role: string }>();
  const lasting = ahead.during({ role: 'create' }, async () => {
    const failing = ahead.during({ role: 'edit' }, () => Promise.reject(new Error('refused')));
    expect(ahead.all.get()).toEqual([{ role: 'create' }, { role: 'edit' }]);
    await expect(failing).rejects.toThrow('refused');
    expect(ahead.all.get()).toEqual([{ role: 'create' }]);
  });
  await lasting;
  expect(ahead.all.get()).toEqual([]);
});

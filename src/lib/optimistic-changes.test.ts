import { expect, it } from 'vitest';
import { createOptimisticChanges } from './optimistic-changes.ts';

it('shows a change while it is pending and returns the result', async () => {
  const ahead = createOptimisticChanges<string>();
  const states: (readonly string[])[] = [];
  ahead.all.subscribe(() => states.push(ahead.all.get()));
  const result = ahead.run('Ada becomes editor', async () => 42);
  expect(ahead.all.get()).toEqual(['Ada becomes editor']);
  expect(await result).toBe(42);
  expect(states).toEqual([['Ada becomes editor'], []]);
});

it('drops a failed change and keeps the others in order', async () => {
  const ahead = createOptimisticChanges<{ role: string }>();
  const lasting = ahead.run({ role: 'create' }, async () => {
    const failing = ahead.run({ role: 'edit' }, () => Promise.reject(new Error('rejected')));
    expect(ahead.all.get()).toEqual([{ role: 'create' }, { role: 'edit' }]);
    await expect(failing).rejects.toThrow('rejected');
    expect(ahead.all.get()).toEqual([{ role: 'create' }]);
  });
  await lasting;
  expect(ahead.all.get()).toEqual([]);
});

import { expect, it } from 'vitest';
import type { Invite } from '#api/generated/types.gen.ts';
import { targetLabel } from './queries.ts';

const invite = (more: Partial<Invite>): Invite => ({
  object: 'invite',
  id: 'i',
  role: 'read',
  redundant: false,
  ...more,
});

it('labels the target of a link', () => {
  const titles = new Map([['s1', 'Handbook']]);
  expect(targetLabel(invite({}), titles)).toBe('Entire organization');
  expect(targetLabel(invite({ space: 's1' }), titles)).toBe('Handbook');
  expect(targetLabel(invite({ space: 's2' }), titles)).toBe('A space');
  expect(targetLabel(invite({ collection: 'c1' }), titles)).toBe('A collection');
});

import { expect, it } from 'vitest';
import type { Invite } from '#api/generated/types.gen.ts';
import { readInvite } from './read-invite.ts';
import { targetLabel } from './targets.ts';

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

it('reads links of other servers', () => {
  const ownInvite = invite({ space: 's1' });
  expect(readInvite(ownInvite)).toEqual({ invite: ownInvite });
  const rest = { object: 'invite', id: 'i', redundant: false } as const;
  expect(readInvite({ ...rest, level: 'edit', space: { id: 's1', title: 'Handbook' } })).toEqual({
    invite: { ...rest, role: 'edit', space: 's1' },
    title: 'Handbook',
  });
  expect(readInvite({ ...rest, level: 'read', collection: { id: 'c1' } }).invite).toEqual({
    ...rest,
    role: 'read',
    collection: 'c1',
  });
});

import { expect, it } from 'vitest';
import { inviteBody } from './forms.tsx';
import { parseInviteId } from './table.tsx';

it.each([
  ['q7Yh2Kd93LmPzXc81AbV', 'q7Yh2Kd93LmPzXc81AbV'],
  [' https://docs.example/invite/acme/q7Yh2Kd9?ref=mail ', 'q7Yh2Kd9'],
  ['https://docs.example/invite/q7Yh2Kd9/', 'q7Yh2Kd9'],
  ['', null],
  ['two words', null],
])('finds the id in %j', (pasted, id) => {
  expect(parseInviteId(pasted)).toBe(id);
});

it('sends a role for the organization and a level for a space or collection', () => {
  const space = { id: 's1', title: 'Handbook', emoji: '📗' };
  const choice = { role: 'edit', spaces: [space], collection: 'c1' } as const;
  expect(inviteBody({ ...choice, to: 'organization' })).toEqual({ role: 'edit' });
  expect(inviteBody({ ...choice, to: 'space' })).toEqual({ level: 'edit', space: 's1' });
  expect(inviteBody({ ...choice, to: 'collection' })).toEqual({ level: 'edit', collection: 'c1' });
});

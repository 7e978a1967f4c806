import { expect, it } from 'vitest';
import { addMembersBody } from './team-additions.ts';

it('sends roles only if they are not the default', () => {
  expect(addMembersBody(['ada', 'grace'], 'member')).toEqual({ add: ['ada', 'grace'] });
  expect(addMembersBody(['ada'], 'owner')).toEqual({ add: ['ada'], memberships: { ada: { role: 'owner' } } });
});

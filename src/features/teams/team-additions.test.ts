import { expect, it } from 'vitest';
import { additionOf } from './team-additions.ts';

it('sends roles only if they are not the default', () => {
  expect(additionOf(['ada', 'grace'], 'member')).toEqual({ add: ['ada', 'grace'] });
  expect(additionOf(['ada'], 'owner')).toEqual({ add: ['ada'], memberships: { ada: { role: 'owner' } } });
});

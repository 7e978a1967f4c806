import { expect, it } from 'vitest';
import { additionOf } from './team-additions.ts';

it('names places only where they are not the usual one', () => {
  expect(additionOf(['ada', 'grace'], 'member')).toEqual({ add: ['ada', 'grace'] });
  expect(additionOf(['ada'], 'owner')).toEqual({ add: ['ada'], memberships: { ada: { role: 'owner' } } });
});

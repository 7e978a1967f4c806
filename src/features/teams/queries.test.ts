import { expect, it } from 'vitest';
import { parseTeamSearch } from './queries.ts';

it('keeps known parameters and drops the rest', () => {
  expect(parseTeamSearch({ q: 404, owner: 'q7Yh2Kd93LmPzXc81AbV', tab: 'x' })).toEqual({
    q: '404',
    owner: 'q7Yh2Kd93LmPzXc81AbV',
  });
  expect(parseTeamSearch({ q: '', owner: { id: 1 } })).toEqual({});
});

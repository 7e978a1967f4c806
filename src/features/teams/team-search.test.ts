import { expect, it } from 'vitest';
import { readTeamSearch } from './team-search.ts';

it('keeps known parameters and drops the rest', () => {
  expect(readTeamSearch({ q: 404, owner: 'q7Yh2Kd93LmPzXc81AbV', tab: 'x' })).toEqual({
    q: '404',
    owner: 'q7Yh2Kd93LmPzXc81AbV',
  });
  expect(readTeamSearch({ q: '', owner: { id: 1 } })).toEqual({});
});

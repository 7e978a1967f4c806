import { expect, it } from 'vitest';
import { closestMatch } from './table-columns.ts';

const columns = ['email', 'id', 'role', 'sso', 'add to teams', 'leave teams', 'remove'];

it.each([
  ['Team', 'add to teams'],
  ['TEAMS', 'add to teams'],
  ['leave', 'leave teams'],
  ['User role', 'role'],
  ['emaill', 'email'],
  ['emails', 'email'],
  ['Name', null],
  ['', null],
])('matches %j to %j', (text, expected) => {
  expect(closestMatch(text, columns)).toBe(expected);
});

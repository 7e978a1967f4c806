import { expect, it } from 'vitest';
import { settle, staleFields, withArrived } from './stale-edit.ts';

const labels = { title: 'Title', path: 'Path' };
const base = { title: 'Docs', path: 'docs', note: 'x' };

it('finds nothing where nobody else has changed anything', () => {
  const theirs = { ...base, note: 'not compared' };
  expect(staleFields(base, { ...base, title: 'Mine' }, theirs, { labels })).toEqual([]);
});

it('tells what only they have changed from what both have', () => {
  const mine = { ...base, title: 'Mine' };
  const theirs = { ...base, title: 'Theirs', path: 'their-docs' };
  const fields = staleFields(base, mine, theirs, { labels });
  expect(fields).toEqual([
    { name: 'title', label: 'Title', theirs: 'Theirs', mine: 'Mine', isContested: true },
    { name: 'path', label: 'Path', theirs: 'their-docs', mine: 'docs', isContested: false },
  ]);
  expect(settle(mine, theirs, fields, new Set())).toEqual({ title: 'Mine', path: 'their-docs', note: 'x' });
  expect(settle(mine, theirs, fields, new Set(['title']))).toEqual({
    title: 'Theirs',
    path: 'their-docs',
    note: 'x',
  });
});

it('agrees where both have made the same change', () => {
  const same = { ...base, title: 'Same' };
  expect(staleFields(base, same, same, { labels })).toEqual([]);
});

it('writes choices, lists and switches as people read them', () => {
  const began = { role: 'read', domains: ['a.example'], sso: false };
  const theirs = { role: 'edit', domains: ['a.example', 'b.example'], sso: true };
  const fields = staleFields(began, began, theirs, {
    labels: { role: 'Role', domains: 'Domains', sso: 'Enforced' },
    words: { role: ({ role }) => role.toUpperCase() },
  });
  expect(fields.map((field) => [field.mine, field.theirs])).toEqual([
    ['READ', 'EDIT'],
    ['a.example', 'a.example, b.example'],
    ['No', 'Yes'],
  ]);
});

it('takes what the form has sent itself, without an answer, for nobody else’s change', () => {
  const sent = { ...base, title: 'Sent' };
  const mine = { ...base, title: 'Sent and written on' };
  const before = withArrived(base, mine, sent, sent);
  expect(before).toEqual(sent);
  expect(staleFields(before, mine, sent, { labels })).toEqual([]);
  const theirs = { ...sent, path: 'their-docs' };
  expect(staleFields(withArrived(base, mine, theirs, sent), mine, theirs, { labels })).toMatchObject([
    { name: 'path', isContested: false },
  ]);
  expect(withArrived(base, mine, base, sent), 'what has not arrived').toBe(base);
  expect(withArrived(base, sent, sent, sent), 'what is sent once more').toBe(base);
});

import { expect, it } from 'vitest';
import { mergeChoices, staleFields, rebaseOnSent, takeUnshown } from './stale-edit.tsx';

const labels = { title: 'Title', path: 'Path' };
const base = { title: 'Docs', path: 'docs', note: 'x' };

it('finds no conflict without changes by others', () => {
  const theirs = { ...base, note: 'not compared' };
  expect(staleFields(base, { ...base, title: 'Mine' }, theirs, { labels })).toEqual([]);
});

it('distinguishes their changes from conflicts', () => {
  const mine = { ...base, title: 'Mine' };
  const theirs = { ...base, title: 'Theirs', path: 'their-docs' };
  const fields = staleFields(base, mine, theirs, { labels });
  expect(fields).toEqual([
    { name: 'title', label: 'Title', theirs: 'Theirs', mine: 'Mine', isConflict: true },
    { name: 'path', label: 'Path', theirs: 'their-docs', mine: 'docs', isConflict: false },
  ]);
  expect(mergeChoices(mine, theirs, fields, new Set())).toEqual({
    title: 'Mine',
    path: 'their-docs',
    note: 'x',
  });
  expect(mergeChoices(mine, theirs, fields, new Set(['title']))).toEqual({
    title: 'Theirs',
    path: 'their-docs',
    note: 'x',
  });
});

it('says nothing of fields that the form doesn’t show, and leaves them as others saved them', () => {
  const mine = { before: base, written: { ...base, title: 'Mine' } };
  const theirs = { ...base, path: 'their-docs' };
  const guard = { labels, unshown: ['path'] as const };
  const merged = takeUnshown(mine, theirs, guard);
  expect(merged).toEqual({
    before: { ...base, path: 'their-docs' },
    written: { ...base, title: 'Mine', path: 'their-docs' },
  });
  expect(staleFields(merged.before, merged.written, theirs, guard)).toEqual([]);
  const renamed = { ...theirs, title: 'Theirs' };
  expect(staleFields(base, mine.written, renamed, guard).map(({ name }) => name)).toEqual(['title']);
  expect(takeUnshown(mine, base, guard), 'nothing to take').toBe(mine);
});

it('finds no conflict when both made the same change', () => {
  const same = { ...base, title: 'Same' };
  expect(staleFields(base, same, same, { labels })).toEqual([]);
});

it('formats choices, lists and booleans for display', () => {
  const initial = { role: 'read', domains: ['a.example'], sso: false };
  const theirs = { role: 'edit', domains: ['a.example', 'b.example'], sso: true };
  const fields = staleFields(initial, initial, theirs, {
    labels: { role: 'Role', domains: 'Domains', sso: 'Enforced' },
    formatters: { role: ({ role }) => role.toUpperCase() },
  });
  expect(fields.map((field) => [field.mine, field.theirs])).toEqual([
    ['READ', 'EDIT'],
    ['a.example', 'a.example, b.example'],
    ['No', 'Yes'],
  ]);
});

it('does not treat the form’s own unconfirmed save as a conflict', () => {
  const submitted = { ...base, title: 'Sent' };
  const mine = { ...base, title: 'Sent and written on' };
  const before = rebaseOnSent(base, mine, submitted, submitted);
  expect(before).toEqual(submitted);
  expect(staleFields(before, mine, submitted, { labels })).toEqual([]);
  const theirs = { ...submitted, path: 'their-docs' };
  expect(staleFields(rebaseOnSent(base, mine, theirs, submitted), mine, theirs, { labels })).toMatchObject([
    { name: 'path', isConflict: false },
  ]);
  expect(rebaseOnSent(base, mine, base, submitted), 'what has not arrived').toBe(base);
  expect(rebaseOnSent(base, submitted, submitted, submitted), 'what is sent once more').toBe(base);
});

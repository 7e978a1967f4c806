import { describe, expect, it } from 'vitest';
import { byKey, changesBetween, mergeEntries, type PersonalEntry, withChanges } from './merge.ts';

const favorite = (subject: string, at = '2026-01-01T00:00:00.000Z', title = subject): PersonalEntry => ({
  kind: 'favorite',
  subject,
  value: { title, at },
});
const view = (subject: string, search: string): PersonalEntry => ({
  kind: 'view',
  subject,
  value: { search },
});
const [a, b, c] = [favorite('space/a'), favorite('space/b'), favorite('space/c')];
const later = '2026-01-02T00:00:00.000Z';

const merge = (
  base: readonly PersonalEntry[],
  browser: readonly PersonalEntry[],
  server: readonly PersonalEntry[],
) => [...mergeEntries(byKey(base), byKey(browser), byKey(server)).values()];

describe('merging what a person changed in two browsers', () => {
  it.each([
    ['adds what either added', [a], [a, b], [a, c], [a, c, b]],
    ['deletes what either deleted', [a, b, c], [a, b], [a, c], [a]],
    ['adds both where nothing was exchanged before', [], [a], [b], [b, a]],
    ['has once what both added', [], [a], [a], [a]],
    ['takes a change of the browser', [a], [favorite('space/a', later)], [a], [favorite('space/a', later)]],
    ['takes a change of the server', [a], [a], [favorite('space/a', later)], [favorite('space/a', later)]],
    [
      'keeps what the browser changed and the server deleted',
      [a],
      [favorite('space/a', later)],
      [],
      [favorite('space/a', later)],
    ],
    [
      'keeps what the server changed and the browser deleted',
      [a],
      [],
      [favorite('space/a', later)],
      [favorite('space/a', later)],
    ],
    [
      'takes the later of two changes',
      [a],
      [favorite('space/a', later, 'Older')],
      [favorite('space/a', '2026-01-03T00:00:00.000Z', 'Newer')],
      [favorite('space/a', '2026-01-03T00:00:00.000Z', 'Newer')],
    ],
    [
      'keeps both of two saved views with one name',
      [view('members#Mine', '')],
      [view('members#Mine', '?q=a'), view('members#Mine (2)', '?q=x')],
      [view('members#Mine', '?q=b')],
      [view('members#Mine', '?q=b'), view('members#Mine (2)', '?q=x'), view('members#Mine (3)', '?q=a')],
    ],
  ])('%s', (_what, base, browser, server, merged) => {
    expect(merge(base, browser, server)).toEqual(merged);
  });

  it('has the same result in any order of fields', () => {
    const reordered: PersonalEntry = { ...a, value: { at: a.value.at ?? '', title: a.subject } };
    expect(changesBetween(byKey([a]), byKey([reordered]))).toEqual([]);
  });

  it('leads from one state to another, deletions first', () => {
    const changes = changesBetween(byKey([a, b]), byKey([b, c]));
    expect(changes).toEqual([{ kind: 'favorite', subject: 'space/a', value: null }, c]);
    expect([...withChanges(byKey([a, b]), changes).values()]).toEqual([b, c]);
  });
});

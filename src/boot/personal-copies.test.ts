import { beforeEach, expect, it, vi } from 'vitest';
import { byKey, changesBetween, type PersonalEntry } from '#src/domain/personal-state/merge.ts';
import { loadViews } from '#src/domain/saved-views/saved-views.ts';
import {
  describeEntry,
  forgetEarlierState,
  readEarlierState,
  readPersonalCopy,
  writePersonalCopy,
} from './personal-copies.ts';

const storage: Record<string, string> = {};
vi.stubGlobal(
  'localStorage',
  // `Object.keys` of a storage are its names.
  new Proxy(storage, {
    get: (_target, name) =>
      ({
        getItem: (key: string) => storage[key] ?? null,
        setItem: (key: string, text: string) => void (storage[key] = text),
        removeItem: (key: string) => void Reflect.deleteProperty(storage, key),
      })[String(name)],
  }),
);
beforeEach(() => {
  for (const name of Object.keys(storage)) Reflect.deleteProperty(storage, name);
});

const at = (day: number) => `2026-01-0${day}T00:00:00.000Z`;
const adas = (name: string) => `${name}@ada`;
const entries: PersonalEntry[] = [
  { kind: 'favorite', subject: 'space/docs', value: { title: 'Docs', at: at(2) } },
  { kind: 'favorite', subject: 'change-request/docs/cr', value: { title: 'Typo', at: at(1) } },
  { kind: 'recent', subject: 'team/writers', value: { title: 'Writers', at: at(3) } },
  { kind: 'view', subject: 'members#Admins # 1', value: { search: '?role=admin' } },
  { kind: 'view', subject: 'spaces/docs/changes#Mine', value: { search: '' } },
  { kind: 'seen', subject: 'cr', value: { at: at(2) } },
  { kind: 'snoozed', subject: 'cr', value: { until: at(5), updatedAt: at(1) } },
  { kind: 'visited', subject: 'inbox', value: { at: at(4) } },
  { kind: 'viewed', subject: 'cr/page', value: { state: 'k3' } },
];
const differences = (a: readonly PersonalEntry[], b: readonly PersonalEntry[]) =>
  changesBetween(byKey(a), byKey(b));

it('a person’s state is the same as entries and in the browser, apart from that of others', () => {
  writePersonalCopy('o', adas, entries);
  expect(differences(readPersonalCopy('o', adas), entries)).toEqual([]);
  expect(readPersonalCopy('o', (name) => `${name}@eve`)).toEqual([]);
  expect(readPersonalCopy('another', adas)).toEqual([]);
  expect(readEarlierState('o')).toEqual([]);
  expect(loadViews('/o/o/members')).toEqual([]);
  writePersonalCopy('o', adas, entries.slice(1, 4));
  expect(differences(readPersonalCopy('o', adas), [...entries.slice(1, 4), ...entries.slice(7, 8)])).toEqual(
    [],
  );
});

it('what the browser has from before is found, and forgotten once it is taken over', () => {
  storage['bindery.places.o'] = JSON.stringify({
    recent: [],
    favourites: ['b', 'a'].map((id) => ({ kind: 'space', id, within: '', title: id })),
  });
  storage['bindery.views./o/o/teams'] = JSON.stringify([{ name: 'Mine', search: '?q=x' }]);
  storage['bindery.inbox.o'] = JSON.stringify({ seen: { cr: at(1) } });
  storage['bindery.viewed.cr'] = JSON.stringify({ page: 'k3' });
  writePersonalCopy('o', adas, entries);
  const found = readEarlierState('o');
  expect(found.map(({ kind, subject }) => `${kind} ${subject}`)).toEqual([
    'favorite space/b',
    'favorite space/a',
    'view teams#Mine',
    'seen cr',
    'viewed cr/page',
  ]);
  // The order of favorites is that of their times.
  expect(found[0]?.value.at).toMatch(/^1970/);
  expect((found[0]?.value.at ?? '') > (found[1]?.value.at ?? '')).toBe(true);
  forgetEarlierState('o');
  expect(readEarlierState('o')).toEqual([]);
  expect(differences(readPersonalCopy('o', adas), entries)).toEqual([]);
});

it('viewed pages from before are not taken for those of one of several organizations', () => {
  storage['bindery.places.o'] = '{}';
  storage['bindery.places.other@ada'] = '{}';
  storage['bindery.viewed.cr'] = JSON.stringify({ page: 'k3' });
  expect(readEarlierState('o')).toEqual([]);
});

it.each([
  ['view', 'members#Admins', 'the saved view “Admins”'],
  ['favorite', 'space/docs', 'the favorite “space/docs”'],
  ['viewed', 'cr/page', 'a viewed page'],
] as const)('a refused %s is named', (kind, subject, name) => {
  expect(describeEntry({ kind, subject, value: null })).toBe(name);
});

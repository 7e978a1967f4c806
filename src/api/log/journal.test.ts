import { beforeEach, expect, it, vi } from 'vitest';
import {
  clearJournal,
  journal,
  labelLatestChange,
  recordChange,
  openJournal,
  undoOfChange,
} from './journal.ts';
import type { LoggedRequest } from './request-log.ts';

const fakeStorage = new Map<string, string>();
const storage = {
  getItem: (name: string) => fakeStorage.get(name) ?? null,
  setItem: (name: string, text: string) => void fakeStorage.set(name, text),
  removeItem: (name: string) => void fakeStorage.delete(name),
};
vi.stubGlobal(
  'localStorage',
  new Proxy(storage, {
    ownKeys: () => [...fakeStorage.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  }),
);

const request = (number: number, path = '/v1/orgs/1/teams'): LoggedRequest => ({
  number,
  screen: '/',
  method: 'PATCH',
  path,
  origin: 'http://x.test',
  body: '{"title":"Docs"}',
  at: Date.now(),
  status: 200,
  durationMs: 3,
  requestId: `r${number}`,
});
const entry = {
  label: 'Renamed the team',
  screen: '/teams',
  undo: async () => {},
  redo: async () => {},
};

beforeEach(() => {
  openJournal('ada');
  clearJournal();
});

it('records changes but no pings', () => {
  recordChange(request(1));
  recordChange(request(2, '/v1/orgs/1/ping'));
  expect(journal.get().map(({ requestId }) => requestId)).toEqual(['r1']);
});

it('survives a reload, and a session that ended', () => {
  recordChange(request(1));
  openJournal(null);
  expect(journal.get()).toEqual([]);
  openJournal('ada');
  expect(journal.get()).toHaveLength(1);
});

it('is deleted when another person signs in', () => {
  recordChange(request(1));
  openJournal('eve');
  expect(journal.get()).toEqual([]);
  expect([...fakeStorage.keys()]).toEqual([]);
  openJournal('ada');
  expect(journal.get()).toEqual([]);
});

it('stays while the same person works at another server', () => {
  recordChange(request(1));
  openJournal('https://docs.example.com ada2');
  recordChange(request(2));
  openJournal('ada');
  expect(journal.get()).toHaveLength(1);
  openJournal('https://docs.example.com ada2');
  expect(journal.get()).toHaveLength(1);
});

it('labels the latest change once, with its undo', () => {
  recordChange(request(1));
  labelLatestChange(entry);
  labelLatestChange({ ...entry, label: 'Another' });
  const [only] = journal.get();
  expect(only?.label).toBe('Renamed the team');
  expect(undoOfChange(only?.id ?? '')).toBe(entry);
  openJournal(null);
  openJournal('ada');
  expect(journal.get()[0]?.label).toBe('Renamed the team');
  expect(undoOfChange(only?.id ?? '')).toBeUndefined();
});

it('does not label an old change', () => {
  recordChange(request(1));
  labelLatestChange(entry, Date.now() + 60_000);
  expect(journal.get()[0]?.label).toBeUndefined();
});

it('ignores invalid stored data', () => {
  fakeStorage.set('bindery.journal.bob', '{"a":1');
  openJournal('bob');
  expect(journal.get()).toEqual([]);
});

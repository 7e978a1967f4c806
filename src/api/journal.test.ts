import { beforeEach, expect, it, vi } from 'vitest';
import { clearJournal, journal, nameLatestChange, noteChange, openJournal, undoOfChange } from './journal.ts';
import type { LoggedRequest } from './request-log.ts';

const kept = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, text: string) => void kept.set(name, text),
  removeItem: (name: string) => void kept.delete(name),
});

const request = (number: number, path = '/v1/orgs/1/teams'): LoggedRequest => ({
  number,
  screen: '/',
  method: 'PATCH',
  path,
  origin: 'http://x.test',
  body: '{"title":"Docs"}',
  at: Date.now(),
  status: 200,
  took: 3,
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
  noteChange(request(1));
  noteChange(request(2, '/v1/orgs/1/ping'));
  expect(journal.get().map(({ requestId }) => requestId)).toEqual(['r1']);
});

it('survives a reload and belongs to one user', () => {
  noteChange(request(1));
  openJournal('eve');
  expect(journal.get()).toEqual([]);
  openJournal('ada');
  expect(journal.get()).toHaveLength(1);
});

it('labels the latest change once, with its undo', () => {
  noteChange(request(1));
  nameLatestChange(entry);
  nameLatestChange({ ...entry, label: 'Another' });
  const [only] = journal.get();
  expect(only?.label).toBe('Renamed the team');
  expect(undoOfChange(only?.id ?? '')).toBe(entry);
  openJournal(null);
  openJournal('ada');
  expect(journal.get()[0]?.label).toBe('Renamed the team');
  expect(undoOfChange(only?.id ?? '')).toBeUndefined();
});

it('does not label an old change', () => {
  noteChange(request(1));
  nameLatestChange(entry, Date.now() + 60_000);
  expect(journal.get()[0]?.label).toBeUndefined();
});

it('ignores invalid stored data', () => {
  kept.set('bindery.journal.bob', '{"a":1');
  openJournal('bob');
  expect(journal.get()).toEqual([]);
});

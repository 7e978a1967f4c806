import { beforeEach, expect, it, vi } from 'vitest';
import { loadViews, deleteView, saveView } from './saved-views.ts';

const storage = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (name: string) => storage.get(name) ?? null,
  setItem: (name: string, text: string) => void storage.set(name, text),
  removeItem: (name: string) => void storage.delete(name),
});

beforeEach(() => storage.clear());

it('saves views per list by name and replaces a view of the same name', () => {
  saveView('/o/1/members', { name: 'Guests', search: '?role=guest' });
  saveView('/o/1/members', { name: 'Admins', search: '?role=admin' });
  saveView('/o/1/members', { name: 'Guests', search: '?role=guest&q=x' });
  saveView('/o/1/teams', { name: 'Mine', search: '' });
  expect(loadViews('/o/1/members')).toEqual([
    { name: 'Admins', search: '?role=admin' },
    { name: 'Guests', search: '?role=guest&q=x' },
  ]);
  expect(loadViews('/o/1/teams')).toHaveLength(1);
});

it('deletes a view, and the entry after the last one', () => {
  saveView('/o/1/members', { name: 'Guests', search: '?role=guest' });
  deleteView('/o/1/members', 'Guests');
  expect(loadViews('/o/1/members')).toEqual([]);
  expect(storage.size).toBe(0);
});

it.each(['{', '7', '[{"name":1}]', '{"name":"x"}'])('ignores invalid data %j', (text) => {
  storage.set('bindery.views./x', text);
  expect(loadViews('/x')).toEqual([]);
});

import { beforeEach, expect, it, vi } from 'vitest';
import { readViews, removeView, saveView } from './views.ts';

const kept = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, text: string) => void kept.set(name, text),
  removeItem: (name: string) => void kept.delete(name),
});

beforeEach(() => kept.clear());

it('saves views per list by name and replaces a view of the same name', () => {
  saveView('/o/1/members', { name: 'Guests', search: '?role=guest' });
  saveView('/o/1/members', { name: 'Admins', search: '?role=admin' });
  saveView('/o/1/members', { name: 'Guests', search: '?role=guest&q=x' });
  saveView('/o/1/teams', { name: 'Mine', search: '' });
  expect(readViews('/o/1/members')).toEqual([
    { name: 'Admins', search: '?role=admin' },
    { name: 'Guests', search: '?role=guest&q=x' },
  ]);
  expect(readViews('/o/1/teams')).toHaveLength(1);
});

it('deletes a view, and the entry after the last one', () => {
  saveView('/o/1/members', { name: 'Guests', search: '?role=guest' });
  removeView('/o/1/members', 'Guests');
  expect(readViews('/o/1/members')).toEqual([]);
  expect(kept.size).toBe(0);
});

it.each(['{', '7', '[{"name":1}]', '{"name":"x"}'])('ignores invalid data %j', (text) => {
  kept.set('bindery.views./x', text);
  expect(readViews('/x')).toEqual([]);
});

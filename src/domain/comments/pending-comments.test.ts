import { beforeEach, expect, it, vi } from 'vitest';
import {
  addPending,
  changePending,
  listPending,
  maxPending,
  restorePending,
  toCommentCreate,
} from './pending-comments.ts';

let hasRoom = true;
beforeEach(() => {
  hasRoom = true;
  const storage = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => storage.get(name) ?? null,
    setItem: (name: string, text: string) => {
      if (!hasRoom) throw new Error('full');
      storage.set(name, text);
    },
    removeItem: (name: string) => storage.delete(name),
  });
});

const textsOf = (id: string) => listPending(id).map(({ markdown }) => markdown);

it('keeps comments in their order, and puts a removed one back at its place', () => {
  for (const markdown of ['One', 'Two', 'Three']) expect(addPending('a', { markdown })).toBeUndefined();
  const [, two] = listPending('a');
  if (!two) throw new Error('There is no second comment.');
  changePending('a', two.id, null);
  expect(textsOf('a')).toEqual(['One', 'Three']);
  restorePending('a', two, 1);
  changePending('a', two.id, { ...two, markdown: 'Second' });
  expect(textsOf('a')).toEqual(['One', 'Second', 'Three']);
  expect(textsOf('b')).toEqual([]);
});

it('is sent without what only this browser needs', () => {
  const comment = { id: 'x', page: 'p', node: 'n', revision: 'r', pageTitle: 'Quay', markdown: 'Why?' };
  expect(toCommentCreate(comment)).toEqual({
    page: 'p',
    node: 'n',
    revision: 'r',
    body: { markdown: 'Why?' },
  });
});

it('refuses what the browser or the review has no room for, and loses nothing', () => {
  for (let index = 0; index < maxPending; index += 1) addPending('c', { markdown: `${index}` });
  expect(addPending('c', { markdown: 'One more' })).toContain(String(maxPending));
  expect(textsOf('c')).toHaveLength(maxPending);
  hasRoom = false;
  expect(addPending('d', { markdown: 'Long' })).toContain('no room');
  expect(textsOf('d')).toEqual([]);
});

import { afterEach, expect, it, vi } from 'vitest';
import { readDraft, writeDraft } from './tab-drafts.ts';

afterEach(() => vi.unstubAllGlobals());

/** A storage with room for this many characters. */
function storeOf(room: number): void {
  const storage = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => storage.get(name) ?? null,
    setItem: (name: string, text: string) => {
      if (text.length > room) throw new DOMException('Full', 'QuotaExceededError');
      storage.set(name, text);
    },
    removeItem: (name: string) => storage.delete(name),
  });
}

it('reports whether a draft is saved and drops the earlier one when it gets too long', () => {
  storeOf(Infinity);
  expect(writeDraft('csv', 'email')).toBe(true);
  expect(writeDraft('csv', 'x'.repeat(200_000))).toBe(true);
  expect(writeDraft('csv', 'x'.repeat(200_001))).toBe(false);
  expect(readDraft('csv')).toBeNull();
  expect(writeDraft('csv', '')).toBe(true);
});

it('reports that a draft is not saved when storage is full', () => {
  storeOf(10);
  expect(writeDraft('csv', 'x'.repeat(11))).toBe(false);
});

// @module-tag without-database
import { describe, expect, it } from 'vitest';
import type { User } from '#api/generated/types.gen.ts';
import { type Editing, EditorList } from './editors.ts';
import { StreamLimits } from './stream-limits.ts';

const user = (id: string): User => ({ object: 'user', id, displayName: id, urls: {} });
const editing = (page: string, id: string): Editing => ({ page, user: user(id) });
const shownEditors = (list: EditorList, own?: Editing): string[] =>
  JSON.parse(list.toJson(own)).editors.map((editor: Editing) => `${editor.page} ${editor.user.id}`);

describe('the list of editors', () => {
  it('has each person once per page, always in the same order', () => {
    const all = [editing('b', 'ada'), editing('a', 'ben'), editing('b', 'ada'), editing('a', 'ada')];
    expect(shownEditors(new EditorList(all))).toEqual(['a ada', 'a ben', 'b ada']);
    expect(new EditorList(all.toReversed()).toJson()).toBe(new EditorList(all).toJson());
  });

  it('leaves out the connection that it is for, not the others of that person', () => {
    const list = new EditorList([
      editing('a', 'ada'),
      editing('a', 'ben'),
      editing('b', 'ada'),
      editing('b', 'ada'),
    ]);
    expect(shownEditors(list, editing('a', 'ada'))).toEqual(['a ben', 'b ada']);
    expect(shownEditors(list, editing('b', 'ada'))).toEqual(['a ada', 'a ben', 'b ada']);
  });

  it('has 100 entries at most', () => {
    const many = Array.from({ length: 150 }, (_, index) => editing('a', `user-${1000 + index}`));
    expect(shownEditors(new EditorList(many))).toHaveLength(100);
  });
});

describe('the places for streams', () => {
  it('are 2,000 in a process, and free again when a stream is closed', () => {
    const limits = new StreamLimits();
    const free = Array.from({ length: 2000 }, (_, index) => limits.take(`user ${index}`));
    expect(() => limits.take('one more')).toThrow('too many open streams');
    free[0]?.();
    limits.take('one more');
    expect(limits.taken).toBe(2000);
  });
});

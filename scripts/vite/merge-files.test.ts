import { describe, expect, it } from 'vitest';
import { mergeFiles, type SharedFile } from './merge-files.ts';

const file = (
  name: string,
  size: number,
  users: string,
  imports: SharedFile[] = [],
  isFixed = false,
): SharedFile => ({
  modules: new Set([name]),
  size,
  users: new Set(users),
  imports: new Set(imports),
  isFixed,
});

const merged = (files: SharedFile[], requestWeight: number): string[] =>
  [...mergeFiles(files, requestWeight)].map(({ modules }) => [...modules].join('+'));

describe('mergeFiles', () => {
  it('merges files when a request weighs more than what some screens load without need', () => {
    const files = () => [file('a', 100, 'xy'), file('b', 100, 'xyz')];
    expect(merged(files(), 51)).toEqual(['a+b']);
    expect(merged(files(), 50)).toEqual(['a', 'b']);
  });

  it('leaves files apart that no screen loads together', () => {
    expect(merged([file('a', 1, 'x'), file('b', 1, 'y')], 1000)).toEqual(['a', 'b']);
  });

  it('counts what a file imports among what a screen then loads', () => {
    const library = file('library', 1000, 'x', [], true);
    const form = file('form', 10, 'x', [library]);
    const badge = file('badge', 10, 'xy');
    expect(merged([library, form, badge], 500)).toEqual(['library', 'form', 'badge']);
    expect(merged([library, form, badge], 1100)).toEqual(['library', 'form+badge']);
    expect([...library.users]).toEqual(['x', 'y']);
  });

  it('merges no library', () => {
    expect(merged([file('library', 1, 'x', [], true), file('a', 1, 'x')], 1000)).toHaveLength(2);
  });

  it('makes no circle of files', () => {
    const low = file('low', 10, 'xy');
    const middle = file('middle', 10_000, 'x', [low]);
    const high = file('high', 10, 'xy', [middle]);
    expect(merged([low, middle, high], 100)).toEqual(['low', 'middle', 'high']);
  });

  it('redirects imports to the file that a module is merged into', () => {
    const low = file('low', 10, 'xy');
    const otherFile = file('other', 10, 'xy');
    const high = file('high', 10_000, 'x', [otherFile]);
    expect(merged([low, otherFile, high], 100)).toEqual(['low+other', 'high']);
    expect([...high.imports]).toEqual([low]);
  });
});

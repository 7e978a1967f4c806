import { expect, it } from 'vitest';
import type { PickedFile } from '#src/domain/uploads/picked-files.ts';
import { describePicked, findPickedProblem } from './picked-files.ts';

const picked = (...paths: string[]): PickedFile[] =>
  paths.map((path) => ({ path, file: new File(['text'], path.split('/').at(-1) ?? path) }));

/** Of any size, without its bytes. */
const sized = (size: number): PickedFile => {
  const file = new File(['text'], 'a.md');
  Object.defineProperty(file, 'size', { value: size });
  return { path: 'docs/a.md', file };
};

it('names what was chosen', () => {
  expect(describePicked(picked('docs/a.md', 'docs/img/b.png'))).toBe('docs');
  expect(describePicked(picked('export.zip'))).toBe('export.zip');
  expect(describePicked(picked('a.md', 'b.md'))).toBe('');
  expect(describePicked([])).toBe('');
});

it('says why files can’t be imported before anything is sent', () => {
  expect(findPickedProblem(picked('a.md'))).toBeUndefined();
  expect(findPickedProblem([])).toMatch(/no files/);
  expect(findPickedProblem([sized(0)])).toMatch(/empty/);
  expect(findPickedProblem([sized(1024 ** 3)])).toBeUndefined();
  expect(findPickedProblem([sized(1024 ** 3), sized(1)])).toMatch(/more than 1 GB/);
  expect(findPickedProblem(Array.from({ length: 20_001 }, () => sized(1)))).toMatch(/20,000/);
});

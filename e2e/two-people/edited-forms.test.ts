/** No form that saves an existing record is missing in the table of those that two people are tried with. */
import { describe, expect, it } from 'vitest';
import contract from '#api/generated/openapi.json' with { type: 'json' };
import { editedForms, otherChanges } from './edited-forms.ts';

const sources = import.meta.glob<string>('../../src/{domain,features,routes}/**/*.{ts,tsx}', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const paths: Record<string, Record<string, { operationId?: string }>> = contract.paths;

/** The operations that change what exists; edits of content are sent by POST. */
const changing = Object.values(paths).flatMap((methods) =>
  Object.entries(methods).flatMap(([method, { operationId = '' }]) =>
    method === 'patch' || method === 'put' ? [operationId] : [],
  ),
);
const calls = new RegExp(
  String.raw`\b(?:${[...changing, 'editChangeRequestContent'].join('|')})(?:Mutation)?\(|Credentials\('P(?:UT|ATCH)'`,
);

const guards = /\bguard(?:=\{|: \{)|\buseStaleGuard\(|\bfetchCurrent=\{|\buseRowActions\(/g;

const nameOf = (path: string) => path.replace('../../src/', '').replace(/\.tsx?$/, '');

const files = Object.entries(sources)
  .filter(([path]) => !/\.test\.|\/testing\//.test(path))
  .map(([path, source]) => ({ name: nameOf(path), source }));

const forms = Object.values(editedForms).flat();
const countOf = (name: string) => forms.filter(({ form }) => `features/${form}` === name).length;

describe('the table of forms that two people may have open', () => {
  it('has every guarded form', () => {
    const guarded = files.filter(({ source }) => source.match(guards) !== null);
    expect(guarded.length).toBeGreaterThan(20);
    const missing = guarded.filter(
      ({ name, source }) => !(name in otherChanges) && countOf(name) < (source.match(guards)?.length ?? 0),
    );
    expect(missing.map(({ name }) => name)).toEqual([]);
  });

  it('has every file that changes a record, or the reason why it needs no question', () => {
    const callers = files.filter(({ source }) => calls.test(source)).map(({ name }) => name);
    expect(callers.length).toBeGreaterThan(30);
    expect(callers.filter((name) => countOf(name) === 0 && !(name in otherChanges))).toEqual([]);
  });

  it('names only files that change something', () => {
    const knownForms = new Set(
      files
        .filter(({ source }) => calls.test(source) || source.match(guards) !== null)
        .map(({ name }) => name),
    );
    const listedForms = [...Object.keys(otherChanges), ...forms.map(({ form }) => `features/${form}`)];
    expect(listedForms.filter((name) => !knownForms.has(name))).toEqual([]);
  });
});

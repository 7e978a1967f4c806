import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import contract from '#api/generated/openapi.json' with { type: 'json' };
import { faultGroups, troublesAt, withoutCase } from '../e2e/support/fault-cases.ts';
import { troublesOf } from '../e2e/support/fault-run.ts';

const paths: Record<string, Record<string, { operationId?: string }>> = contract.paths;

/** Operations that change something. */
const changing = new Set(
  Object.values(paths).flatMap((methods) =>
    Object.entries(methods).flatMap(([method, { operationId = '' }]) =>
      method === 'get' ? [] : [operationId],
    ),
  ),
);

/** The names that a source takes from the generated client. */
const imports = /import\s*\{([^}]*)\}\s*from\s*'[^']*\/(?:sdk|react-query)\.gen\.ts'/g;

/** Requests that are described before they are sent name their operation in a type. */
const described = /operation: '(\w+)';/g;

/** What a source sends that changes something. */
function changesIn(text: string): string[] {
  const imported = [...text.matchAll(imports)].flatMap(([, names]) => names?.match(/\w+/g) ?? []);
  const named = [...text.matchAll(described)].map(([, name]) => name ?? '');
  const operations = [...imported.map((name) => name.replace(/Mutation$/, '')), ...named];
  return [...new Set(operations)].filter((operation) => changing.has(operation));
}

const sent = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => /(?<!\.test)\.tsx?$/.test(file) && !file.includes('generated'))
  .flatMap((file) =>
    changesIn(readFileSync(`src/${file}`, 'utf8')).map((operation) => `${file} ${operation}`),
  );

const cases = faultGroups.flatMap((group) => group.cases);

describe('the cases of the fault run', () => {
  it('make every change of the console, or say why not', () => {
    const known = [
      ...cases.map(({ source, operation }) => `${source} ${operation}`),
      ...Object.keys(withoutCase),
    ];
    expect(sent.filter((change) => !known.includes(change))).toEqual([]);
    expect(known.filter((change) => !sent.includes(change))).toEqual([]);
  });

  it('name files that exist and have names of their own', () => {
    expect(cases.filter(({ source }) => !existsSync(`src/${source}`))).toEqual([]);
    expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
  });

  it('meet everything that can happen, what is told alike about as often', () => {
    for (const trouble of [
      500,
      503,
      429,
      412,
      'offline',
      'no answer',
      'lost answer',
      'cut answer',
      401,
    ] as const)
      expect(cases.filter((one) => troublesAt(one).includes(trouble)).length).toBeGreaterThan(
        cases.length / 5,
      );
  });

  it('meet all of it in the deep tests, but an answer is lost once', () => {
    for (const turn of cases.keys())
      expect(troublesOf(turn, true)).toEqual([
        ...[500, 503, 429, 412, 'offline', 'no answer'],
        expect.stringMatching(/^(lost|cut) answer$/),
        401,
      ]);
  });
});

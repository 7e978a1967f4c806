import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import contract from '#api/generated/openapi.json' with { type: 'json' };
import specified from '../api/specified-operations.json' with { type: 'json' };
import { reach } from '../e2e/operations-map.ts';

const paths: Record<string, Record<string, { operationId?: string }>> = contract.paths;

const documented = specified.map(
  ({ method, path }) => paths[path]?.[method.toLowerCase()]?.operationId ?? `${method} ${path}`,
);

/** The names that a source takes from the generated client: `import { listTeamsOptions } from '…/react-query.gen.ts'`. */
const imports = /import\s*\{([^}]*)\}\s*from\s*'[^']*\/(?:sdk|react-query)\.gen\.ts'/g;

/** What the generated code appends to an operation's id. */
const endings = /(?:Infinite)?(?:Options|QueryKey)$|Mutation$/;

/** Requests that are described before they are sent name their operation in a type. */
const described = /operation: '(\w+)';/g;

/** The operations that the console's own sources use. */
function usedOperations(): Set<string> {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file) && !file.includes('generated'))
    .map((file) => readFileSync(`src/${file}`, 'utf8'));
  const imported = sources.flatMap((text) =>
    [...text.matchAll(imports)].flatMap(([, names]) => names?.match(/\w+/g) ?? []),
  );
  const named = sources.flatMap((text) => [...text.matchAll(described)].map(([, name]) => name ?? ''));
  return new Set([...imported.map((name) => name.replace(endings, '')), ...named]);
}

const screenExists = (screen: string) =>
  existsSync(`src/routes/_shell/${screen.replace(/^~/, 'o.$organizationId')}.tsx`);

describe('the map of operations', () => {
  it('has every documented operation once, with a screen and a browser test', () => {
    expect(Object.keys(reach).toSorted()).toEqual(documented.toSorted());
  });

  it('names screens and browser tests that exist', () => {
    const missing = Object.entries(reach).filter(
      ([, [screen, test]]) => !screenExists(screen) || !existsSync(`e2e/${test}.spec.ts`),
    );
    expect(missing).toEqual([]);
  });

  it('has no operation that the console does not use', () => {
    const used = usedOperations();
    expect(documented.filter((id) => !used.has(id))).toEqual([]);
  });
});

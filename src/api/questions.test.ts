/**
 * What servers can do is known by few files above the API client: a screen asks its noun, which names the operation and
 * has what is shown or done where it is missing.
 */
import { describe, expect, it } from 'vitest';

/** Above the client, without tests. */
const sources = Object.entries(
  import.meta.glob<string>(
    ['../**/*.{ts,tsx}', '!./**', '!../api/**', '!../**/*.test.{ts,tsx}', '!../**/testing/**'],
    { query: '?raw', import: 'default', eager: true },
  ),
);

/** The questions about a server, and the modules that answer them. */
const questions: Readonly<Record<string, readonly string[]>> = {
  extensions: ['can', 'useCan'],
  client: ['isOwnServer'],
  parts: ['isMissingThere'],
};

/** Files that may ask; a new screen asks its noun. */
const maxAskingFiles = 30;

/** The values that a source imports from a module of the client. */
const importsFrom = (source: string, module: string): string[] =>
  [...source.matchAll(new RegExp(`^import \\{([^}]*)\\} from '#src/api/${module}\\.ts';`, 'gm'))].flatMap(
    ([, names = '']) =>
      names
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '' && !name.startsWith('type ')),
  );

const asks = (source: string): boolean =>
  Object.entries(questions).some(([module, names]) =>
    importsFrom(source, module).some((name) => names.includes(name)),
  );

/** The operations that a source names in a question. */
const askedOperations = (source: string): string[] =>
  [...source.matchAll(/\b(?:can|useCan\(\)|useCan)\((?:\w+, )?'(\w+)'\)/g)].map(([, name = '']) => name);

describe('what a server can do', () => {
  it('is asked by few files', () => {
    const askingFiles = sources.filter(([, source]) => asks(source)).map(([path]) => path);
    expect(askingFiles.length, askingFiles.join('\n')).toBeGreaterThan(20);
    expect(askingFiles.length, askingFiles.join('\n')).toBeLessThanOrEqual(maxAskingFiles);
  });

  it('is asked of one operation in one place', () => {
    const askingFiles = new Map<string, string[]>();
    for (const [path, source] of sources)
      for (const operation of new Set(askedOperations(source)))
        askingFiles.set(operation, [...(askingFiles.get(operation) ?? []), path]);
    // Our extensions as a whole are no operation: each noun has its own reason to ask for them.
    askingFiles.delete('extensions');
    expect(askingFiles.size).toBeGreaterThan(20);
    expect([...askingFiles].filter(([, paths]) => paths.length > 1)).toEqual([]);
  });

  it('is asked by one name', () => {
    const names = new Set(sources.flatMap(([, source]) => importsFrom(source, 'extensions')));
    expect([...names].toSorted()).toEqual(['can', 'useCan']);
  });

  it('is found in sources', () => {
    const source = `import {\n  type Can,\n  useCan,\n} from '#src/api/extensions.ts';\nuseCan('listTeams');\n`;
    expect(asks(source)).toBe(true);
    expect(importsFrom(source, 'extensions')).toEqual(['useCan']);
    expect(askedOperations(`${source} await can(client, 'getTeam'); useCan()('getSite')`)).toEqual([
      'listTeams',
      'getTeam',
      'getSite',
    ]);
    expect(asks(`import type { Can } from '#src/api/extensions.ts';`)).toBe(false);
  });
});

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { importParts, parseGenerated, partOf } from './split-operations.ts';

const sdk = '#api/generated/sdk.gen.ts';

describe('importParts', () => {
  it('imports each function from its own part, and leaves types and other modules alone', () => {
    const code = [
      `import type { Options } from '${sdk}';`,
      `import { getTeam, type Options as Others, listTeams as list } from '${sdk}';`,
      `import { client } from '#api/generated/client.gen.ts';`,
      '',
    ].join('\n');
    expect(importParts(code)).toBe(
      [
        `import type { Options } from '${sdk}';`,
        `import { getTeam } from '${sdk}?part=getTeam'; import { listTeams as list } from '${sdk}?part=listTeams';`,
        `import { client } from '#api/generated/client.gen.ts';`,
        '',
      ].join('\n'),
    );
  });

  it('keeps the number of lines, so that errors still name the right one', () => {
    const code = `import {\n  getTeam,\n  listTeams,\n} from '${sdk}';\nlistTeams();`;
    expect(importParts(code).split('\n')).toHaveLength(5);
  });
});

describe('partOf', () => {
  const module = parseGenerated(
    [
      "import { queryOptions } from '@tanstack/react-query';",
      '',
      "import { getTeam, listTeams } from '../sdk.gen';",
      "import type { GetTeamData } from '../types.gen';",
      '',
      "const createKey = (id: string) => ['listTeams', id];",
      '',
      "export const getTeamKey = () => createKey('getTeam');",
      '',
      '/** A team: `listTeams` lists all. */',
      'export const getTeamOptions = (options: GetTeamData) => queryOptions({',
      '    queryFn: () => getTeam(options),',
      '    queryKey: getTeamKey()',
      '});',
      '',
    ].join('\n'),
    '/generated/query.gen.ts',
  );

  it('has one declaration and imports what it uses', () => {
    expect(partOf(module, 'getTeamOptions')).toBe(
      [
        "import { queryOptions } from '@tanstack/react-query';",
        "import { getTeam } from '../sdk.gen.ts?part=getTeam';",
        "import { getTeamKey } from '/generated/query.gen.ts?part=getTeamKey';",
        'export const getTeamOptions = (options: GetTeamData) => queryOptions({',
        '    queryFn: () => getTeam(options),',
        '    queryKey: getTeamKey()',
        '});',
        '',
      ].join('\n'),
    );
  });

  it('exports what only other parts use, and imports nothing that only a text names', () => {
    expect(partOf(module, 'createKey')).toBe(
      "export const createKey = (id: string) => ['listTeams', id];\n\n",
    );
  });

  it('finds every function of the generated modules, and no other', () => {
    for (const path of ['api/generated/sdk.gen.ts', 'api/generated/@tanstack/react-query.gen.ts']) {
      const code = readFileSync(path, 'utf8');
      const names = [...code.matchAll(/^(?:export )?const (\w+)/gm)].map(([, name = '']) => name);
      expect(names.length).toBeGreaterThan(100);
      const generated = parseGenerated(code, path);
      expect([...generated.declarations.keys()]).toEqual(names);
      for (const name of names) expect(partOf(generated, name)).toContain(`export const ${name} `);
    }
    expect(() => partOf(module, 'deleteTeam')).toThrow('has no deleteTeam');
  });
});

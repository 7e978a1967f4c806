import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const generated = /^#api\/generated\/(?:sdk|@tanstack\/react-query)\.gen\.ts$/;
const partOfModule = /^(.*\.gen\.ts)\?part=(\w+)$/;

/**
 * Makes each function of the generated client a module of its own, so that a screen loads its operations and not all
 * 135. A bundler can't: it moves only whole modules into the files of those who need them.
 */
export function splitOperations(): Plugin {
  const modules = new Map<string, GeneratedModule>();
  return {
    name: 'bindery:split-operations',
    enforce: 'pre',
    apply: 'build',
    resolveId: {
      filter: { id: partOfModule },
      async handler(id, importer) {
        const [, path = '', name] = partOfModule.exec(id) ?? [];
        const found = await this.resolve(path, importer, { skipSelf: true });
        return found && { id: `${found.id}?part=${name}`, moduleSideEffects: false };
      },
    },
    load: {
      filter: { id: partOfModule },
      handler(id) {
        const [, path = '', name = ''] = partOfModule.exec(id) ?? [];
        const module = modules.get(path) ?? parseGenerated(readFileSync(path, 'utf8'), path);
        modules.set(path, module);
        return { code: partOf(module, name), moduleType: 'ts' };
      },
    },
    transform: {
      filter: { code: '#api/generated/' },
      // Lines stay where they are.
      handler: (code) => ({ code: importParts(code), map: null }),
    },
  };
}

/** Imports each name of the generated modules from its own part. */
export function importParts(code: string): string {
  return code.replace(/^import \{([^}]+)\} from '([^']+)';/gm, (statement, names: string, source: string) => {
    if (!generated.test(source)) return statement;
    const parts = names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '' && !name.startsWith('type '))
      .map((name) => `import { ${name} } from '${source}?part=${name.split(' ')[0]}';`);
    // As many lines as before, for the lines of errors.
    return parts.join(' ') + '\n'.repeat(names.split('\n').length - 1);
  });
}

export interface GeneratedModule {
  /** The statement that declares each name. */
  declarations: ReadonlyMap<string, string>;
  /** Where each name comes from. */
  imports: ReadonlyMap<string, string>;
}

/** Statements of generated modules begin at the beginning of a line. */
export function parseGenerated(code: string, path: string): GeneratedModule {
  const declarations = new Map<string, string>();
  const imports = new Map<string, string>();
  for (const statement of code.split(/^(?=\/\*\*|export |const |import )/m)) {
    const [, declared] = /^(?:export )?const (\w+)/.exec(statement) ?? [];
    if (declared !== undefined) declarations.set(declared, statement.replace(/^const/, 'export const'));
    const [, names = '', source = ''] = /^import \{ (.*) \} from '(.*)';/.exec(statement) ?? [];
    for (const name of names.split(', ')) {
      if (name !== '' && !name.startsWith('type '))
        imports.set(name, source.endsWith('/sdk.gen') ? `${source}.ts?part=${name}` : source);
    }
  }
  // A part imports others of its module by the module's path.
  for (const name of declarations.keys()) imports.set(name, `${path}?part=${name}`);
  return { declarations, imports };
}

/** The source of one part; throws if there is none of that name. */
export function partOf({ declarations, imports }: GeneratedModule, name: string): string {
  const statement = declarations.get(name);
  if (statement === undefined)
    throw new Error(`The generated module has no ${name}: update scripts/vite/split-operations.ts.`);
  const used = new Set(statement.replaceAll(/'[^']*'/g, '').match(/\w+/g));
  const lines = [...used].flatMap((other) => {
    const source = other === name ? undefined : imports.get(other);
    return source === undefined ? [] : `import { ${other} } from '${source}';`;
  });
  return [...lines, statement].join('\n');
}

import type { Plugin, Rolldown } from 'vite';

export interface FirstScreen {
  /** Entry modules of the first screen; their static imports belong to it. */
  modules: string[];
  /** The module with the routes of all other screens, loaded after the first screen. */
  routes: string;
  /** Path fragments of modules too heavy for the first screen and for all routes. */
  forbidden: string[];
}

/** Available once all modules are known. */
export interface FirstScreenModules {
  plugin: Plugin;
  /** Whether a module belongs to the first screen. */
  includes: (id: string) => boolean;
  /** Whether a module is needed by the routes of the other screens, but not by the first screen. */
  isForRoutes: (id: string) => boolean;
  /** Whether a module is heavy: forbidden itself, or importing something heavy. */
  isHeavy: (id: string) => boolean;
  /** Whether the path of a module, or of one that it imports, contains a forbidden fragment. */
  dependsOn: (id: string, part: string) => boolean;
  /** How many of the modules that are imported dynamically need a module: screens, and parts that they load later. */
  countUsers: (id: string) => number;
}

/**
 * Finds the modules of the first screen, to bundle them as one file, and fails the build if a heavy one is among them.
 * Usual cause: a route loader imports a query from a module with a component, which then can't be lazy.
 */
export function firstScreen({ modules, routes, forbidden }: FirstScreen): FirstScreenModules {
  /** Each module with the importer through which it was found first. */
  let importedBy = new Map<string, string | null>();
  let importedByRoutes = new Map<string, string | null>();
  /** By forbidden fragment: the modules that depend on it. */
  const dependents = new Map<string, Set<string>>();
  const users = new Map<string, number>();
  const plugin: Plugin = {
    name: 'bindery:first-screen',
    apply: 'build',
    buildEnd(error) {
      if (error) return;
      for (const part of forbidden) {
        // Iterating a set or map includes entries added meanwhile: this is a breadth-first search.
        const found = new Set([...this.getModuleIds()].filter((id) => id.includes(part)));
        for (const id of found) {
          for (const importer of this.getModuleInfo(id)?.importers ?? []) found.add(importer);
        }
        dependents.set(part, found);
      }
      const importsOf = createImports(this);
      const findFrom = (sources: string[]): Map<string, string | null> => {
        const isStart = (id: string): boolean => sources.some((source) => isInModule(id, source));
        const found = findImports(importsOf, [...this.getModuleIds()].filter(isStart));
        const heavy = [...found.keys()].find((id) => forbidden.some((part) => id.includes(part)));
        if (heavy !== undefined)
          this.error(
            `Too heavy for the first screen. Import chain:\n  ${importChainOf(heavy, found).join('\n  ')}`,
          );
        return found;
      };
      importedBy = findFrom(modules);
      importedByRoutes = findFrom([routes]);
      for (const id of this.getModuleIds()) {
        if (!this.getModuleInfo(id)?.dynamicImporters.length) continue;
        for (const needed of findImports(importsOf, [id]).keys())
          users.set(needed, (users.get(needed) ?? 0) + 1);
      }
    },
  };
  const leansOn = (id: string, part: string): boolean => dependents.get(part)?.has(id) ?? false;
  return {
    plugin,
    includes: (id) => importedBy.has(id),
    isForRoutes: (id) => importedByRoutes.has(id) && !importedBy.has(id),
    isHeavy: (id) => forbidden.some((part) => leansOn(id, part)),
    dependsOn: leansOn,
    countUsers: (id) => users.get(id) ?? 0,
  };
}

type Imports = (id: string) => readonly string[];

/**
 * What a module imports itself. The package exports all icons from one module; each belongs to the modules that name it.
 */
function createImports(context: Rolldown.PluginContext): Imports {
  const icons = new Map([...context.getModuleIds()].filter(isIcon).map((id) => [fileNameOf(id), id]));
  const known = new Map<string, readonly string[]>();
  return (id) => {
    const before = known.get(id);
    if (before !== undefined) return before;
    const { code, importedIds = [] } = context.getModuleInfo(id) ?? {};
    const named = iconsIn(code ?? '').flatMap((name) => icons.get(name) ?? []);
    const found = [...importedIds.filter((next) => !isIcon(next)), ...named];
    known.set(id, found);
    return found;
  };
}

/** All modules that `starts` import statically, each with the importer through which it was found first. */
function findImports(importsOf: Imports, starts: string[]): Map<string, string | null> {
  const importedBy = new Map<string, string | null>(starts.map((id) => [id, null]));
  // A breadth-first search, as above.
  for (const [id] of importedBy) {
    for (const next of importsOf(id)) if (!importedBy.has(next)) importedBy.set(next, id);
  }
  return importedBy;
}

const isIcon = (id: string): boolean => /\/lucide-react\/.*\/icons\/[^/]+$/.test(id);

/** `…/icons/user-plus.mjs` → `userplus`. */
const fileNameOf = (id: string): string => (/([^/]+)\.\w+$/.exec(id)?.[1] ?? '').replaceAll('-', '');

/** The icons that a module imports, in lower case. */
function iconsIn(code: string): string[] {
  const imports = [...code.matchAll(/import\s*\{([^}]*)\}\s*from\s*['"][^'"]*lucide-react[^'"]*['"]/g)];
  const names = imports.flatMap(([, list = '']) => list.split(','));
  return names.map((name) => (name.trim().split(/\s+as\s+/)[0] ?? '').toLowerCase()).filter(Boolean);
}

/** Whether a module is the given source or was split from it. */
export function isInModule(id: string, source: string): boolean {
  return (id.split('?')[0] ?? id).endsWith(source);
}

function importChainOf(id: string, cameFrom: Map<string, string | null>): string[] {
  const before = cameFrom.get(id);
  return before ? [...importChainOf(before, cameFrom), id] : [id];
}

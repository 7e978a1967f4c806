import type { Plugin, Rolldown } from 'vite';
import { mergeFiles, type SharedFile } from './merge-files.ts';
import { createImports, findImports, importChainOf, isIcon, isInModule } from './module-imports.ts';

export interface ChunkRules {
  /** Entry modules of the first screen; their static imports belong to it. */
  first: string[];
  /** The module with the routes of all other screens, loaded after the first screen. */
  routes: string;
  /** Path fragments of modules too heavy for the first screen and for all routes. */
  forbidden: string[];
  /** Packages that are one file, by the name of the file. */
  libraries: Readonly<Record<string, RegExp>>;
  /** The bytes of source that weigh as much as one request. */
  requestWeight: number;
}

/** Groups of the bundler; the ones above take their modules first. */
type Groups = Rolldown.CodeSplittingGroup[];

/**
 * Divides the console into files, by three rules. What the first screen needs is two files, packages and sources, and what
 * the routes of all other screens need is a third. A large library is one file. What the same screens share is one file, and
 * two such files are merged as long as the requests that this saves weigh more than the bytes loaded without need.
 *
 * Fails the build if a heavy module is part of the first screen or of the routes. Usual cause: a route loader imports a query
 * from a module with a component, which then can't be lazy.
 */
export function chunks(rules: ChunkRules): { plugin: Plugin; groups: Groups } {
  let ofFirst: ReadonlyMap<string, unknown> = new Map();
  let ofRoutes: ReadonlyMap<string, unknown> = new Map();
  let shared: ReadonlyMap<string, string> = new Map();
  const plugin: Plugin = {
    name: 'bindery:chunks',
    apply: 'build',
    buildEnd(error) {
      if (error) return;
      const importsOf = createImports(this);
      const findFrom = (sources: string[]) => {
        const isStart = (id: string) => sources.some((source) => isInModule(id, source));
        const importedBy = findImports(importsOf, [...this.getModuleIds()].filter(isStart));
        const heavy = [...importedBy.keys()].find((id) => rules.forbidden.some((part) => id.includes(part)));
        if (heavy !== undefined)
          this.error(
            `Too heavy for the first screen. Import chain:\n  ${importChainOf(heavy, importedBy).join('\n  ')}`,
          );
        return importedBy;
      };
      ofFirst = findFrom(rules.first);
      ofRoutes = findFrom([rules.routes]);
      const isLoadedFirst = (id: string) => ofFirst.has(id) || ofRoutes.has(id);
      shared = nameSharedFiles(this, importsOf, rules, isLoadedFirst);
    },
  };
  const groups: Groups = [
    { name: 'vendor', test: (id) => ofFirst.has(id) && id.includes('/node_modules/') },
    { name: 'first', test: (id) => ofFirst.has(id) },
    { name: 'routes', test: (id) => ofRoutes.has(id) },
    // These files are chosen with what they import, which has files of its own.
    { name: (id) => shared.get(id) ?? null, includeDependenciesRecursively: false },
  ];
  return { plugin, groups: groups.map((group, place) => ({ ...group, priority: groups.length - place })) };
}

/** The name of the file of each module that is a library or that several screens share. */
function nameSharedFiles(
  context: Rolldown.PluginContext,
  importsOf: (id: string) => readonly string[],
  { libraries, requestWeight }: ChunkRules,
  isLoadedFirst: (id: string) => boolean,
): Map<string, string> {
  const users = findUsers(context, importsOf);
  const libraryOf = (id: string) => Object.keys(libraries).find((name) => libraries[name]?.test(id));
  const files = new Map<string, SharedFile>();
  const fileOf = new Map<string, SharedFile>();
  for (const [id, usersOfModule] of users) {
    if (isLoadedFirst(id) || id.endsWith('.css')) continue;
    const library = libraryOf(id);
    if (usersOfModule.size < 2 && library === undefined) continue;
    const key = library ?? [...usersOfModule].toSorted().join();
    const file = files.get(key) ?? {
      modules: new Set(),
      size: 0,
      users: new Set(),
      imports: new Set(),
      isFixed: library !== undefined,
    };
    files.set(key, file);
    fileOf.set(id, file);
    file.modules.add(id);
    file.size += context.getModuleInfo(id)?.code?.length ?? 0;
    usersOfModule.forEach((user) => file.users.add(user));
  }
  for (const [id, file] of fileOf) {
    for (const imported of importsOf(id)) {
      const next = fileOf.get(imported);
      if (next !== undefined && next !== file) file.imports.add(next);
    }
  }
  const names = new Map<string, string>();
  for (const [place, { modules }] of [...mergeFiles([...files.values()], requestWeight)].entries()) {
    for (const id of modules) names.set(id, libraryOf(id) ?? `shared~${place}`);
  }
  // The source names these by another name than their module has.
  for (const id of context.getModuleIds()) if (isIcon(id) && !users.has(id)) names.set(id, 'icons');
  return names;
}

/** By module: the modules imported dynamically that need it, which are screens and parts that they load later. */
function findUsers(
  context: Rolldown.PluginContext,
  importsOf: (id: string) => readonly string[],
): Map<string, Set<string>> {
  const users = new Map<string, Set<string>>();
  for (const user of [...context.getModuleIds()].toSorted()) {
    if (!context.getModuleInfo(user)?.dynamicImporters.length) continue;
    for (const id of findImports(importsOf, [user]).keys())
      users.set(id, (users.get(id) ?? new Set()).add(user));
  }
  return users;
}

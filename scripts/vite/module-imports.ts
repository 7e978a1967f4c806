import type { Rolldown } from 'vite';

/** The static imports of a module. */
export type Imports = (id: string) => readonly string[];

/**
 * The own imports of a module. The package exports all icons from one module; each belongs to the modules
 * that name it.
 */
export function createImports(context: Rolldown.PluginContext): Imports {
  const icons = new Map([...context.getModuleIds()].filter(isIcon).map((id) => [fileNameOf(id), id]));
  const cache = new Map<string, readonly string[]>();
  return (id) => {
    const cached = cache.get(id);
    if (cached !== undefined) return cached;
    const { code, importedIds = [] } = context.getModuleInfo(id) ?? {};
    const iconModules = iconsIn(code ?? '').flatMap((name) => icons.get(name) ?? []);
    const imports = [...importedIds.filter((next) => !isIcon(next)), ...iconModules];
    cache.set(id, imports);
    return imports;
  };
}

/** All modules that `starts` import statically, each with the importer through which it was found first. */
export function findImports(importsOf: Imports, starts: string[]): Map<string, string | null> {
  const importedBy = new Map<string, string | null>(starts.map((id) => [id, null]));
  // Iterating a map includes entries added during it: this is a breadth-first search.
  for (const [id] of importedBy) {
    for (const next of importsOf(id)) if (!importedBy.has(next)) importedBy.set(next, id);
  }
  return importedBy;
}

export const isIcon = (id: string): boolean => /\/lucide-react\/.*\/icons\/[^/]+$/.test(id);

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

/** The modules through which a module was found, from the start. */
export function importChainOf(id: string, importedBy: ReadonlyMap<string, string | null>): string[] {
  const before = importedBy.get(id);
  return before ? [...importChainOf(before, importedBy), id] : [id];
}

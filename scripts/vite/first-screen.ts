import type { Plugin } from 'vite';

export interface FirstScreen {
  /** Entry modules of the first screen; their static imports belong to it. */
  modules: string[];
  /** Path fragments of modules too heavy for the first screen. */
  forbidden: string[];
}

/** Available once all modules are known. */
export interface FirstScreenModules {
  plugin: Plugin;
  /** Whether a module belongs to the first screen. */
  includes: (id: string) => boolean;
  /** Whether a module is heavy: forbidden itself, or importing something heavy. */
  isHeavy: (id: string) => boolean;
  /** Whether the path of a module, or of one that it imports, contains a forbidden fragment. */
  dependsOn: (id: string, part: string) => boolean;
}

/**
 * Finds the modules of the first screen, to bundle them as one file, and fails the build if a heavy one is among them.
 * Usual cause: a route loader imports a query from a module with a component, which then can't be lazy.
 */
export function firstScreen({ modules, forbidden }: FirstScreen): FirstScreenModules {
  /** Each module with the importer through which it was found first. */
  let importedBy = new Map<string, string | null>();
  /** By forbidden fragment: the modules that depend on it. */
  const dependents = new Map<string, Set<string>>();
  const plugin: Plugin = {
    name: 'bindery:first-screen',
    apply: 'build',
    buildEnd(error) {
      if (error) return;
      const starts = [...this.getModuleIds()].filter((id) =>
        modules.some((module) => isInModule(id, module)),
      );
      importedBy = new Map(starts.map((id) => [id, null]));
      // Iterating a set or map includes entries added meanwhile: these are breadth-first searches.
      for (const part of forbidden) {
        const found = new Set([...this.getModuleIds()].filter((id) => id.includes(part)));
        for (const id of found) {
          for (const importer of this.getModuleInfo(id)?.importers ?? []) found.add(importer);
        }
        dependents.set(part, found);
      }
      const icons = new Set<string>();
      for (const [id] of importedBy) {
        const { code, importedIds = [] } = this.getModuleInfo(id) ?? {};
        for (const name of iconsIn(code ?? '')) icons.add(name);
        if (forbidden.some((part) => id.includes(part))) {
          this.error(
            `Too heavy for the first screen. Import chain:\n  ${importChainOf(id, importedBy).join('\n  ')}`,
          );
        }
        for (const next of importedIds) {
          if (!importedBy.has(next) && !isIcon(next)) importedBy.set(next, id);
        }
      }
      // The package exports all icons from one module; only the imported ones belong to the first screen.
      for (const id of this.getModuleIds())
        if (isIcon(id) && icons.has(fileNameOf(id))) importedBy.set(id, null);
    },
  };
  const leansOn = (id: string, part: string): boolean => dependents.get(part)?.has(id) ?? false;
  return {
    plugin,
    includes: (id) => importedBy.has(id),
    isHeavy: (id) => forbidden.some((part) => leansOn(id, part)),
    dependsOn: leansOn,
  };
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

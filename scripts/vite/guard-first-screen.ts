import type { Plugin } from 'vite';

export interface FirstScreenGuard {
  /** The module that everything on the way to the first screen is imported from, statically. */
  entry: string;
  /** Parts of paths that must not be among it. */
  forbidden: string[];
}

/**
 * Fails the build when something heavy is on the way to the first screen, and says through which imports it got
 * there. The usual cause: a route's loader takes a query from a module that also holds a component.
 */
export function guardFirstScreen({ entry, forbidden }: FirstScreenGuard): Plugin {
  return {
    name: 'bindery:guard-first-screen',
    apply: 'build',
    generateBundle() {
      const start = [...this.getModuleIds()].find((id) => id.endsWith(entry));
      if (!start) this.error(`There is no module ${entry}.`);
      const cameFrom = new Map<string, string | null>([[start, null]]);
      // A map goes on to the entries that are added while it is walked: this is a breadth-first search.
      for (const [id] of cameFrom) {
        if (forbidden.some((part) => id.includes(part))) {
          this.error(
            `Too heavy for the first screen, imported by way of:\n  ${wayTo(id, cameFrom).join('\n  ')}`,
          );
        }
        for (const next of this.getModuleInfo(id)?.importedIds ?? []) {
          if (!cameFrom.has(next)) cameFrom.set(next, id);
        }
      }
    },
  };
}

function wayTo(id: string, cameFrom: Map<string, string | null>): string[] {
  const before = cameFrom.get(id);
  return before ? [...wayTo(before, cameFrom), id] : [id];
}

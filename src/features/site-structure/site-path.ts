/** Paths of sections and site spaces: one address part, unique among siblings. */
import { childrenOf } from '#src/lib/ordered-tree.ts';
import type { SiteStructure } from './structure.ts';

/** `path`, or with `-1`, `-2` … appended until no member of `taken` equals it. */
export function uniquePath(path: string, taken: ReadonlySet<string>): string {
  if (!taken.has(path)) return path;
  for (let suffix = 1; ; suffix += 1) {
    const candidate = `${path}-${suffix}`;
    if (!taken.has(candidate)) return candidate;
  }
}

/** The paths below `parent`, without that of `except`. */
export function pathsBelow(structure: SiteStructure, parent: string, except?: string): Set<string> {
  const paths = new Set<string>();
  for (const id of childrenOf(structure, parent)) {
    const node = structure.nodes.get(id);
    if (node && node.kind !== 'group' && id !== except) paths.add(node.path);
  }
  return paths;
}

/** What is wrong with a path that somebody writes, as a sentence, or null; the server refuses the same. */
export function pathProblem(path: string): string | null {
  if (/[\s\p{Cc}?#\\]/u.test(path)) return 'Paths can’t contain spaces, “?”, “#” or “\\”.';
  if (/^\/|\/$|\/\/|(^|\/)\.{1,2}(\/|$)/.test(path))
    return 'Paths can’t start or end with “/” or have empty segments.';
  return null;
}

/**
 * The sibling that already has this path, or null. Section paths are unique in the whole site, in
 * groups or not; site-space paths are unique in their section.
 */
export function pathClash(structure: SiteStructure, id: string, path: string): string | null {
  const node = structure.nodes.get(id);
  if (!node || node.kind === 'group') return null;
  for (const other of structure.nodes.values()) {
    if (other.kind !== node.kind || other.id === id || other.path !== path) continue;
    if (node.kind === 'section' || structure.parents.get(other.id) === structure.parents.get(id))
      return other.title;
  }
  return null;
}

/** Reads the build's manifest: which files a screen needs. Pure; knows no file system. */

/** One chunk of the build. */
export interface Chunk {
  file: string;
  src?: string;
  isEntry?: boolean;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
}

export type Manifest = Record<string, Chunk | undefined>;

/** All files that arrive with the chunks `keys`: they, their styles, and everything they import statically. */
export function collectClosure(manifest: Manifest, keys: string[]): Set<string> {
  const files = new Set<string>();
  const seen = new Set<string>();
  const visit = (key: string): void => {
    const chunk = manifest[key];
    if (chunk === undefined || seen.has(key)) return;
    seen.add(key);
    files.add(chunk.file);
    chunk.css?.forEach((file) => files.add(file));
    chunk.imports?.forEach(visit);
  };
  keys.forEach(visit);
  return files;
}

const source = (key: string): string => key.split('?')[0] ?? key;

/** The screens that have a chunk of their own, by source file. */
export function listScreens(manifest: Manifest): string[] {
  const screens = Object.keys(manifest)
    .filter((key) => manifest[key]?.dynamicImports !== undefined || key.includes('?tsr-split='))
    .map(source)
    .filter((path) => path.startsWith('src/routes/'));
  return [...new Set(screens)].toSorted();
}

/**
 * The chunks that are loaded when the screen at `path` opens: the application, the screen's own and those of the layouts
 * around it, which by the router's file names are `a.tsx` or `a/route.tsx` around `a/b.tsx`.
 */
export function screenModules(manifest: Manifest, path: string): string[] {
  const name = path.replace(/\.tsx$/, '');
  const layoutPrefixes = [...name.matchAll(/[/.]/g)].map(({ index }) => name.slice(0, index));
  const wanted = new Set(['src/main.tsx', 'src/routes/__root.tsx', path]);
  for (const prefix of layoutPrefixes) wanted.add(`${prefix}.tsx`).add(`${prefix}/route.tsx`);
  return Object.keys(manifest).filter((key) => wanted.has(source(key)));
}

/** The chunks of the screen at `path` alone: what opening it from the screen around it adds. */
export function ownModules(manifest: Manifest, path: string): string[] {
  return Object.keys(manifest).filter((key) => source(key) === path);
}

/** Finds the files of a screen in the build manifest. Pure. */

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

/** All files loaded with the chunks `keys`, with styles and static imports. */
export function collectClosure(manifest: Manifest, keys: string[]): Set<string> {
  const files = new Set<string>();
  const seenFiles = new Set<string>();
  const visit = (key: string): void => {
    const chunk = manifest[key];
    if (chunk === undefined || seenFiles.has(key)) return;
    seenFiles.add(key);
    files.add(chunk.file);
    chunk.css?.forEach((file) => files.add(file));
    chunk.imports?.forEach(visit);
  };
  keys.forEach(visit);
  return files;
}

const source = (key: string): string => key.split('?')[0] ?? key;

/** The screens with their own chunk, by source file. */
export function listScreens(manifest: Manifest): string[] {
  const screens = Object.keys(manifest)
    .filter((key) => manifest[key]?.dynamicImports !== undefined || key.includes('?tsr-split='))
    .map(source)
    .filter((path) => path.startsWith('src/routes/'));
  return [...new Set(screens)].toSorted();
}

/**
 * The chunks loaded when a screen opens: the application, the screen and its layouts, which are `a.tsx` or
 * `a/route.tsx` around `a/b.tsx`.
 */
export function screenModules(manifest: Manifest, path: string): string[] {
  const name = path.replace(/\.tsx$/, '');
  const layoutPrefixes = [...name.matchAll(/[/.]/g)].map(({ index }) => name.slice(0, index));
  const names = new Set(['src/main.tsx', 'src/routes/__root.tsx', path]);
  for (const prefix of layoutPrefixes) names.add(`${prefix}.tsx`).add(`${prefix}/route.tsx`);
  return Object.keys(manifest).filter((key) => names.has(source(key)));
}

/** The chunks of the screen alone. */
export function ownModules(manifest: Manifest, path: string): string[] {
  return Object.keys(manifest).filter((key) => source(key) === path);
}

/** A file of modules that the same screens share. */
export interface SharedFile {
  modules: Set<string>;
  /** Bytes of source. */
  size: number;
  /** The screens, and the parts of screens that are loaded later, that load the file. */
  users: Set<string>;
  imports: Set<SharedFile>;
  /** A library, which is merged with nothing. */
  isFixed: boolean;
}

interface Pair {
  file: SharedFile;
  other: SharedFile;
  gain: number;
}

/**
 * Merges two files as long as the requests that this saves weigh more than the bytes that some of their users then load
 * without need. Changes the files; returns those that remain.
 *
 * @param requestWeight the bytes of source that weigh as much as one request
 */
export function mergeFiles(files: readonly SharedFile[], requestWeight: number): Set<SharedFile> {
  const remaining = new Set(files);
  const pairsOf = (file: SharedFile, others: readonly SharedFile[]): Pair[] =>
    others
      .map((other) => ({ file, other, gain: gainOf(file, other, requestWeight) }))
      .filter(({ gain }) => gain > 0);
  let pairs = files.flatMap((file, place) => pairsOf(file, files.slice(place + 1)));
  while (pairs.length > 0) {
    const best = pairs.reduce((one, another) => (another.gain > one.gain ? another : one));
    const { file, other } = best;
    if (isBetween(file, other)) {
      pairs = pairs.filter((pair) => pair !== best);
      continue;
    }
    merge(file, other, remaining);
    pairs = pairs.filter((pair) => ![pair.file, pair.other].some((one) => one === file || one === other));
    pairs.push(
      ...pairsOf(
        file,
        [...remaining].filter((one) => one !== file),
      ),
    );
  }
  return remaining;
}

/** The bytes that a merge saves, with requests counted as bytes. */
function gainOf(file: SharedFile, other: SharedFile, requestWeight: number): number {
  if (file.isFixed || other.isFixed) return 0;
  const users = new Set([...file.users, ...other.users]);
  const usersOfBoth = file.users.size + other.users.size - users.size;
  if (usersOfBoth === 0) return 0;
  let cost = 0;
  for (const { users: before, size } of addImports(file, addImports(other, new Set([file, other])))) {
    for (const user of users) if (!before.has(user)) cost += size;
  }
  return usersOfBoth * requestWeight - cost;
}

/** Adds all files that a file imports, also through others. */
function addImports(file: SharedFile, all: Set<SharedFile>): Set<SharedFile> {
  for (const imported of file.imports) {
    if (all.has(imported)) continue;
    all.add(imported);
    addImports(imported, all);
  }
  return all;
}

/** Whether one imports the other through a third file: merged, they and the third would import each other. */
function isBetween(one: SharedFile, another: SharedFile): boolean {
  const leadsAround = (from: SharedFile, to: SharedFile) =>
    [...from.imports].some((next) => next !== to && addImports(next, new Set()).has(to));
  return leadsAround(one, another) || leadsAround(another, one);
}

/** Puts all of `other` into `file`. */
function merge(file: SharedFile, other: SharedFile, files: Set<SharedFile>): void {
  files.delete(other);
  other.modules.forEach((module) => file.modules.add(module));
  other.users.forEach((user) => file.users.add(user));
  other.imports.forEach((imported) => file.imports.add(imported));
  file.size += other.size;
  for (const remaining of files) if (remaining.imports.delete(other)) remaining.imports.add(file);
  file.imports.delete(file);
  file.imports.delete(other);
  for (const imported of addImports(file, new Set())) file.users.forEach((user) => imported.users.add(user));
}

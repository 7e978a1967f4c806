import { groupBy } from '#server/base/group-by.ts';

/** A file of one of two versions of a directory. */
export interface VersionedFile {
  path: string;
  /** The id of its bytes. */
  oid: string | undefined;
  /** Of a page, as the table of contents has it. */
  title?: string | undefined;
  /** Absent for files that are no texts. */
  text?: string | undefined;
}

/** So many of the lines of the longer version have to be in the other one. */
const MIN_SHARED_LINES = 0.6;
/** Beyond so many pairs, lines are not compared: a thousand files were replaced by a thousand others. */
const MAX_PAIRS = 40_000;
/** In characters. */
const MAX_COMPARED_LENGTH = 500_000;

/**
 * The files that have another path than before, by their new path: the same bytes, most of the same lines, or the only page of
 * its title. What has the same path in both versions is never renamed.
 */
export function findRenames(
  before: readonly VersionedFile[],
  after: readonly VersionedFile[],
): Map<string, string> {
  const pathsBefore = new Set(before.map(({ path }) => path));
  const pathsAfter = new Set(after.map(({ path }) => path));
  const gone = new Map(before.filter(({ path }) => !pathsAfter.has(path)).map((file) => [file.path, file]));
  const added = new Map(after.filter(({ path }) => !pathsBefore.has(path)).map((file) => [file.path, file]));
  const renames = new Map<string, string>();
  const pair = (next: VersionedFile, previous: VersionedFile) => {
    renames.set(next.path, previous.path);
    added.delete(next.path);
    gone.delete(previous.path);
  };
  pairByKey(gone, added, ({ oid }) => oid, pair);
  pairByLines(gone, added, pair);
  pairByKey(gone, added, ({ title }) => title, pair, true);
  return renames;
}

type Pair = (next: VersionedFile, previous: VersionedFile) => void;
type FilesByPath = ReadonlyMap<string, VersionedFile>;

/** Of several files with the same key, one of the same name is preferred; with `isUnique`, there may be only one. */
function pairByKey(
  gone: FilesByPath,
  added: FilesByPath,
  keyOf: (file: VersionedFile) => string | undefined,
  pair: Pair,
  isUnique = false,
): void {
  const candidates = groupBy([...gone.values()], keyOf);
  const wanted = groupBy([...added.values()], keyOf);
  for (const [key, files] of wanted) {
    const previous = candidates.get(key) ?? [];
    if (key === undefined || previous.length === 0) continue;
    if (isUnique && (files.length > 1 || previous.length > 1)) continue;
    for (const sameName of [true, false]) {
      for (const file of files) {
        if (!added.has(file.path)) continue;
        const match = previous.find(
          (one) => gone.has(one.path) && (!sameName || nameOf(one.path) === nameOf(file.path)),
        );
        if (match) pair(file, match);
      }
    }
  }
}

function pairByLines(gone: FilesByPath, added: FilesByPath, pair: Pair): void {
  const isComparable = ({ text = '' }: VersionedFile) => text !== '' && text.length <= MAX_COMPARED_LENGTH;
  const before = [...gone.values()].filter(isComparable);
  const after = [...added.values()].filter(isComparable);
  if (before.length * after.length > MAX_PAIRS) return;
  const counted = new Map(before.map((file) => [file.path, countLines(file.text ?? '')]));
  const pairs = after.flatMap((next) => {
    const lines = countLines(next.text ?? '');
    return before.map((previous) => ({
      next,
      previous,
      share: shareOf(lines, counted.get(previous.path) ?? new Map()),
    }));
  });
  for (const { next, previous, share } of pairs.toSorted((a, b) => b.share - a.share)) {
    if (share < MIN_SHARED_LINES) break;
    if (added.has(next.path) && gone.has(previous.path)) pair(next, previous);
  }
}

/** How often a text has each line that is not empty. */
function countLines(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of text.split('\n')) {
    const content = line.trim();
    if (content !== '') counts.set(content, (counts.get(content) ?? 0) + 1);
  }
  return counts;
}

function shareOf(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let shared = 0;
  for (const [line, count] of a) shared += Math.min(count, b.get(line) ?? 0);
  const sum = (counts: ReadonlyMap<string, number>) =>
    [...counts.values()].reduce((all, one) => all + one, 0);
  const longest = Math.max(sum(a), sum(b));
  return longest === 0 ? 0 : shared / longest;
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

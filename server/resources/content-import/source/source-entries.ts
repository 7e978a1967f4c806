import { ImportError } from '#server/content/import/import-error.ts';
import { isTextFile } from '#server/content/import/import-plan.ts';
import type { SourceEntry } from '#server/content/import/source-entry.ts';
import type { ReportRow } from '../import-runs.queries.ts';

const MEBIBYTE = 1024 * 1024;
const MAX_FILES = 20_000;
const MAX_FILE_BYTES = 100 * MEBIBYTE;
const MAX_BYTES = 1024 * MEBIBYTE;
const MAX_TEXT_BYTES = 10 * MEBIBYTE;
/** Of all texts together: they go to a task process. */
export const MAX_TEXTS_BYTES = 64 * MEBIBYTE;

/** Files of systems and tools, which nobody means to bring. */
const SYSTEM_FILE =
  /(^|\/)(__MACOSX|\.git|node_modules)\/|(^|\/)(\.DS_Store|Thumbs\.db|desktop\.ini|\._[^/]*)$/;

/** The files that an import keeps or reads, and what it leaves out. Throws where there is too much. */
export function selectEntries(entries: readonly SourceEntry[]): {
  entries: SourceEntry[];
  report: ReportRow[];
} {
  const report: ReportRow[] = [];
  const selected = new Map<string, SourceEntry>();
  for (const entry of entries) {
    if (SYSTEM_FILE.test(entry.path)) continue;
    if (entry.size > MAX_FILE_BYTES)
      report.push({ path: entry.path, kind: 'left-out', message: 'It is larger than 100 MiB.' });
    else if (selected.has(entry.path))
      report.push({ path: entry.path, kind: 'left-out', message: 'Another file has the same path.' });
    else selected.set(entry.path, entry);
  }
  if (selected.size > MAX_FILES)
    throw new ImportError(
      `The source has ${selected.size.toLocaleString('en')} files. An import takes up to ${MAX_FILES.toLocaleString('en')}.`,
    );
  const kept = [...selected.values()];
  if (bytesOf(kept) > MAX_BYTES)
    throw new ImportError('The files of the source are larger than 1 GiB together.');
  return { entries: kept, report };
}

export function bytesOf(entries: readonly SourceEntry[]): number {
  return entries.reduce((sum, { size }) => sum + size, 0);
}

/** The entries whose text is read, up to a size in all: settings of books first, then pages. */
export function selectTexts(entries: readonly SourceEntry[]): { texts: SourceEntry[]; report: ReportRow[] } {
  const report: ReportRow[] = [];
  const texts: SourceEntry[] = [];
  let bytes = 0;
  const candidates = entries.filter(({ path }) => isTextFile(path));
  for (const entry of candidates.toSorted((a, b) => placeOf(a.path) - placeOf(b.path))) {
    const isTooLarge = entry.size > MAX_TEXT_BYTES;
    if (!isTooLarge && bytes + entry.size <= MAX_TEXTS_BYTES) {
      bytes += entry.size;
      texts.push(entry);
    } else if (isPage(entry.path)) {
      const message = isTooLarge
        ? 'Its text is larger than 10 MiB.'
        : 'The texts are larger than 64 MiB together.';
      report.push({ path: entry.path, kind: 'left-out', message });
    }
  }
  return { texts, report };
}

function isPage(path: string): boolean {
  return /\.(md|mdx|mdoc|markdown|html?|docx)$/i.test(path);
}

function placeOf(path: string): number {
  if (!isPage(path) && !/\.(json5?|csv)$/i.test(path)) return 0;
  return isPage(path) ? 1 : 2;
}

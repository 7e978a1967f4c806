import { isTextFile, type PlannedPage, type SourceTree } from '../import-plan.ts';

/** A source of texts by path. */
export function sourceOf(files: Record<string, string>): SourceTree {
  const texts = Object.entries(files).filter(([path]) => isTextFile(path));
  return {
    files: Object.entries(files).map(([path, text]) => ({ path, size: text.length })),
    texts: new Map(texts.map(([path, text]) => [path, Buffer.from(text)])),
  };
}

/** Titles, nested by indentation. */
export function titlesOf(pages: readonly PlannedPage[], indent = ''): string[] {
  return pages.flatMap(({ title, type, pages: below }) => [
    `${indent}${title}${type === 'document' ? '' : ` (${type})`}`,
    ...titlesOf(below, `${indent}  `),
  ]);
}

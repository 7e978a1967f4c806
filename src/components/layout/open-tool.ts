import { createStore } from '#src/lib/store.ts';

/** A walk through a list whose rows become a file. */
export interface ExportJob {
  /** Becomes the file's name: "Members of Acme". */
  title: string;
  /** For the count: `member`. */
  noun: string;
  /** For the count of several, where an `s` is not enough: `entries`. */
  nouns?: string;
  /** Walks the list. @returns the rows of the file, its headings first */
  fetchRows: (
    signal: AbortSignal,
    onProgress: (known: number, total?: number) => void,
  ) => Promise<(string | number)[][]>;
}

/** What lies over the page beside the screens' own dialogs; there is one at a time. */
export type Tool = { kind: 'saved-views' } | { kind: 'inspector' } | { kind: 'export'; job: ExportJob };

/** The tool that is open, or null. */
export const openTool = createStore<Tool | null>(null);

/** Closes whichever tool is open. */
export function closeTool(): void {
  openTool.set(null);
}

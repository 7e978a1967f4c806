import { createStore } from '#src/lib/store.ts';

/** An export of a list to a file. */
export interface ExportJob {
  /** Title and file name: "Members of Acme". */
  title: string;
  /** For the count: `member`. */
  noun: string;
  /** Irregular plural: `entries`. */
  nouns?: string;
  /**
   * @returns the rows of the file, headings first
   */
  fetchRows: (
    signal: AbortSignal,
    onProgress: (known: number, total?: number) => void,
  ) => Promise<(string | number)[][]>;
}

/** Overlays besides the screens' own dialogs; one at a time. */
export type Tool = { kind: 'saved-views' } | { kind: 'inspector' } | { kind: 'export'; job: ExportJob };

export const openTool = createStore<Tool | null>(null);

export function closeTool(): void {
  openTool.set(null);
}

import type { TreeKind } from '../import-plan.ts';
import type { Report } from '../trees/report.ts';
import type { SourceFiles } from '../trees/source-files.ts';

export interface PageContext {
  kind: TreeKind;
  path: string;
  /** The lines of the file in front of the text. */
  lines: number;
  files: SourceFiles;
  report: Report;
}

export interface ConvertedPageText {
  markdown: string;
  /** Pictures that the text had inline. */
  inlineFiles: { path: string; base64: string }[];
}

/** Converts the syntax of other tools into this server's; a text that has none stays the same. */
export function convertPage(body: string, _context: PageContext): ConvertedPageText {
  return { markdown: body, inlineFiles: [] };
}

import type { ApiSpecContent } from '#api/generated/types.gen.ts';
import { isRecord, type JsonRecord } from './json.ts';

/** The main document of a version with its file name. */
export interface SpecDocument {
  fileName: string;
  document: JsonRecord;
}

/** The main document of a version: the one that describes operations, else the first. */
export function mainDocument({ filesystem }: ApiSpecContent): SpecDocument {
  const files = Object.entries(filesystem).flatMap(([fileName, document]) =>
    isRecord(document) ? [{ fileName, document }] : [],
  );
  return (
    files.find(({ document }) => isRecord(document.paths)) ??
    files[0] ?? { fileName: 'openapi.json', document: {} }
  );
}

/** A document as people read it: JSON, two blanks for each level. */
export const documentText = (document: unknown): string => `${JSON.stringify(document, null, 2)}\n`;

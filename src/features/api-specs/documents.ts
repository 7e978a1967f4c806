import type { ApiSpecContent } from '#api/generated/types.gen.ts';
import { isRecord, type JsonRecord } from './json.ts';

/** The main document of a version. */
export interface SpecDocument {
  fileName: string;
  document: JsonRecord;
}

/** The document that describes operations, otherwise the first one. */
export function mainDocument({ filesystem }: ApiSpecContent): SpecDocument {
  const files = Object.entries(filesystem).flatMap(([fileName, document]) =>
    isRecord(document) ? [{ fileName, document }] : [],
  );
  return (
    files.find(({ document }) => isRecord(document.paths)) ??
    files[0] ?? { fileName: 'openapi.json', document: {} }
  );
}

/** The document as indented JSON. */
export const documentText = (document: unknown): string => `${JSON.stringify(document, null, 2)}\n`;

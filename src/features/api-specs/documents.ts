import type { ApiSpecContent } from '#api/generated/types.gen.ts';

/** A JSON object. */
export type JsonRecord = Record<string, unknown>;

/** Whether a value is an object and not an array. */
export const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An own object property, otherwise an empty object. */
export const recordAt = (value: JsonRecord, name: string): JsonRecord => {
  const member = Object.hasOwn(value, name) ? value[name] : undefined;
  return isRecord(member) ? member : {};
};

/** An own array property, otherwise an empty array. */
export const listAt = (value: JsonRecord, name: string): readonly unknown[] => {
  const member = Object.hasOwn(value, name) ? value[name] : undefined;
  return Array.isArray(member) ? member : [];
};

/** An own string property, otherwise undefined. */
export const textAt = (value: JsonRecord, name: string): string | undefined => {
  const member = Object.hasOwn(value, name) ? value[name] : undefined;
  return typeof member === 'string' ? member : undefined;
};

/** Limit for references to references. */
const maxReferenceHops = 20;

/** Resolves a reference within the document. Other values and external references are returned unchanged. */
export function resolveReference(document: JsonRecord, value: unknown): unknown {
  let node = value;
  for (let hop = 0; hop < maxReferenceHops; hop += 1) {
    const target = isRecord(node) ? textAt(node, '$ref') : undefined;
    if (!target?.startsWith('#/')) return node;
    node = valueAtPointer(document, target);
  }
  return undefined;
}

function valueAtPointer(document: JsonRecord, pointer: string): unknown {
  let value: unknown = document;
  for (const part of pointer.slice(2).split('/')) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(value)) value = value[Number(name)];
    else value = isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  }
  return value;
}

/** The main document of a version. */
export interface SpecDocument {
  fileName: string;
  document: JsonRecord;
}

/** The document that describes operations, otherwise the first one; null if there is none in a known form. */
export function findMainDocument({ filesystem }: Pick<ApiSpecContent, 'filesystem'>): SpecDocument | null {
  const files = filesOf(filesystem);
  return files.find(({ document }) => isRecord(document.paths)) ?? files[0] ?? null;
}

/** The same; an empty document if there is none. */
export const mainDocument = (content: Pick<ApiSpecContent, 'filesystem'>): SpecDocument =>
  findMainDocument(content) ?? { fileName: 'openapi.json', document: {} };

/** Documents by name, or as other servers have them: entries with a name and the document. */
function filesOf(filesystem: unknown): SpecDocument[] {
  if (Array.isArray(filesystem))
    return filesystem.filter(isRecord).flatMap((entry) => {
      const { specification } = entry;
      return isRecord(specification)
        ? [{ fileName: textAt(entry, 'filename') ?? 'openapi.json', document: specification }]
        : [];
    });
  return Object.entries(isRecord(filesystem) ? filesystem : {}).flatMap(([fileName, document]) =>
    isRecord(document) ? [{ fileName, document }] : [],
  );
}

/** The document as indented JSON. */
export const documentText = (document: unknown): string => `${JSON.stringify(document, null, 2)}\n`;

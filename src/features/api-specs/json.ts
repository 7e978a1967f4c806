/** An object of JSON. */
export type JsonRecord = Record<string, unknown>;

/** Whether a value is an object, and no list. */
export const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An own member that is an object, else an empty one. */
export const recordAt = (value: JsonRecord, name: string): JsonRecord => {
  const member = Object.hasOwn(value, name) ? value[name] : undefined;
  return isRecord(member) ? member : {};
};

/** An own member that is a list, else an empty one. */
export const listAt = (value: JsonRecord, name: string): readonly unknown[] => {
  const member = Object.hasOwn(value, name) ? value[name] : undefined;
  return Array.isArray(member) ? member : [];
};

/** An own member that is a text, else undefined. */
export const textAt = (value: JsonRecord, name: string): string | undefined => {
  const member = Object.hasOwn(value, name) ? value[name] : undefined;
  return typeof member === 'string' ? member : undefined;
};

/** How many references may point at references before nothing is found. */
const maxReferenceHops = 20;

/** Follows a reference within the document. What is none, or leads out of the document, comes back as it is. */
export function resolveReference(document: JsonRecord, value: unknown): unknown {
  let found = value;
  for (let hop = 0; hop < maxReferenceHops; hop += 1) {
    const target = isRecord(found) ? textAt(found, '$ref') : undefined;
    if (!target?.startsWith('#/')) return found;
    found = valueAtPointer(document, target);
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

import { isDeepStrictEqual } from 'node:util';
import type { StoredPage } from './storage.ts';

/** What can differ about a page beside its text and its place. */
export const PAGE_FIELDS = [
  'title',
  'emoji',
  'icon',
  'slug',
  'description',
  'type',
  'layout',
  'cover',
  'hidden',
  'noIndex',
  'href',
  'computed',
] as const;

/** Names of the fields in which two versions of a page differ; the text, without looking into it, is `markdown`. */
export function changedFields(a: StoredPage, b: StoredPage): string[] {
  const fields: string[] = PAGE_FIELDS.filter((field) => !isDeepStrictEqual(a[field], b[field]));
  return a.documentId === b.documentId ? fields : [...fields, 'markdown'];
}

/** Writes one field of a page into another. */
export function copyField<Field extends keyof StoredPage>(
  to: StoredPage,
  from: StoredPage,
  field: Field,
): void {
  to[field] = from[field];
}

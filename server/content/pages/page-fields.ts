import { isDeepStrictEqual } from 'node:util';
import { isSamePage } from './page-json.ts';
import type { StoredPage } from './storage.ts';

/** The fields of a page beside its text and its position. */
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
  'noRobotsIndex',
  'href',
  'computed',
  'vars',
  'tags',
] as const;

/** Where a page comes from. These fields are merged without a question and are no changes that a review lists. */
export const SOURCE_FIELDS = ['git', 'source'] as const;

/** The fields that differ between two versions of a page; `markdown` if the text differs. */
export function changedFields(a: StoredPage, b: StoredPage): string[] {
  if (isSamePage(a, b)) return [];
  const fields: string[] = PAGE_FIELDS.filter((field) => !isDeepStrictEqual(a[field], b[field]));
  return a.documentId === b.documentId ? fields : [...fields, 'markdown'];
}

export function copyField<Field extends keyof StoredPage>(
  to: StoredPage,
  from: StoredPage,
  field: Field,
): void {
  if (from[field] === undefined) Reflect.deleteProperty(to, field);
  else to[field] = from[field];
}

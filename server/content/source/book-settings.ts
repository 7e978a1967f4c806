import { isDeepStrictEqual } from 'node:util';
import { isMap, parseDocument, stringify } from 'yaml';
import type { StoredBook } from '../pages/storage.ts';
import { readYaml, toList, toRecord, toText } from './yaml-values.ts';

/** The files of a book with its values and its tags. */
export const VARS_PATH = '.gitbook/vars.yaml';
export const TAGS_PATH = '.gitbook/tags.yaml';

export type BookTags = StoredBook['tags'] & object;

export function readVars(value: unknown): Record<string, string> {
  const entries = Object.entries(toRecord(value) ?? {}).flatMap(([name, content]) => {
    const text = toText(content);
    return text === undefined ? [] : [[name, text] as const];
  });
  return Object.fromEntries(entries);
}

export function readTags(value: unknown): BookTags {
  const settings = toRecord(value);
  const listed = toList(settings?.['tags']).map((entry) => toRecord(entry) ?? { tag: entry });
  const named = Object.entries(settings ?? {}).flatMap(([tag, fields]) => {
    const record = toRecord(fields);
    return record ? [{ tag, ...record }] : [];
  });
  return [...listed, ...named].flatMap((entry: Record<string, unknown>) => {
    const tag = toText(entry['tag']) ?? toText(entry['slug']) ?? toText(entry['id']);
    if (tag === undefined) return [];
    const fields = (['label', 'icon', 'color'] as const).flatMap((name) => {
      const text = toText(entry[name]);
      return text === undefined ? [] : [[name, text] as const];
    });
    return [{ tag, ...Object.fromEntries(fields) }];
  });
}

/** A file of values: as it was written, but for those that changed. `written`: empty for a new one. */
export function writeVars(written: string, vars: Readonly<Record<string, string>>): string {
  const present = readVars(valueOf(written));
  return writeEntries(written, present, vars);
}

/** The same for tags. Those that were in a list are written by their names when one of them changes. */
export function writeTags(written: string, tags: BookTags): string {
  const value = valueOf(written);
  const present = readTags(value);
  if (written !== '' && isDeepStrictEqual(present, tags)) return written;
  const isList = toRecord(value)?.['tags'] !== undefined;
  const byName = (list: BookTags) => Object.fromEntries(list.map(({ tag, ...fields }) => [tag, fields]));
  return isList ? stringify(byName(tags)) : writeEntries(written, byName(present), byName(tags));
}

function valueOf(text: string): unknown {
  const result = readYaml(text);
  return 'problem' in result ? undefined : result.value;
}

/** A file of entries in which those that differ are changed, with the comments of the others. */
function writeEntries(
  written: string,
  present: Readonly<Record<string, unknown>>,
  wanted: Readonly<Record<string, unknown>>,
): string {
  if (written !== '' && isDeepStrictEqual(present, wanted)) return written;
  const document = parseDocument(written, { uniqueKeys: false, logLevel: 'silent', strict: false });
  if (document.errors.length > 0 || !isMap(document.contents)) return stringify(wanted);
  for (const name of Object.keys(present)) if (!Object.hasOwn(wanted, name)) document.delete(name);
  for (const [name, value] of Object.entries(wanted)) {
    if (!isDeepStrictEqual(present[name], value)) document.set(name, value);
  }
  return document.toString({ lineWidth: 0 });
}

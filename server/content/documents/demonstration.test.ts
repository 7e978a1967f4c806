// @module-tag without-database
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { PageText } from '#server/seed/model/content-schemas.ts';
import { readPages } from '#server/seed/model/read-files.ts';
import { schemaChecker } from '#server/test/definition.ts';
import { toPageDocument } from './document-nodes.ts';
import { writeMarkdown } from './write-markdown.ts';

/** The texts of pages with those below them. */
const textsOf = (pages: readonly PageText[]): string[] =>
  pages.flatMap(({ text, pages: below = [] }) => [...(text === undefined ? [] : [text]), ...textsOf(below)]);

/** A document as text, without what depends on how its source is written: keys, their former name, and lines. */
const contentOf = (document: unknown): string =>
  JSON.stringify(document, (name, value: unknown) => {
    const isFormerKey = name === 'id' && typeof value === 'string' && /^[A-Za-z\d]{12}$/.test(value);
    return isFormerKey || ['key', 'lines'].includes(name) ? undefined : value;
  });

/** Addresses of pages in the seed as stored texts have them. */
const withAddresses = (text: string): string =>
  text.replaceAll(/(?<=["(<])page:([\w/-]+)/g, (_all, path: string) => `/pages/${path.replaceAll('/', '-')}`);

it('every page of the demonstration is a valid document, and stays the same through Markdown', () => {
  const folder = join(import.meta.dirname, '../../seed');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => name.endsWith('.md')).map((name) => join(folder, name));
  const seeded = files.flatMap((file) => textsOf(readPages(file, readFileSync(file, 'utf8'))));
  const texts = seeded.map(withAddresses);
  expect(texts.length).toBeGreaterThan(100);
  const check = schemaChecker('0.202.0', 'JSONDocument');
  for (const text of texts) {
    const document = toPageDocument(text);
    expect([text, check(document)]).toEqual([text, []]);
    const written = writeMarkdown(document);
    expect([text, contentOf(toPageDocument(written))]).toEqual([text, contentOf(document)]);
  }
});

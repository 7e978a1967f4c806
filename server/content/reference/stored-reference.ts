import type { Kysely } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { runTask, TaskLimitError } from '#server/tasks/run-task.ts';
import { WeightedCache } from '#server/weighted-cache.ts';
import { escapeHtml } from '../html/escape.ts';
import { getTextHtml } from '../html/stored-html.ts';
import type { TextHtml } from '../html/text-html.ts';
import { loadSpecDocuments } from '../spec-page.ts';
import { hashId } from '../storage.ts';
import type { ReferenceLabels } from './reference-labels.ts';

/** In characters. */
const MAX_CACHED_LENGTH = 32 * 1024 * 1024;

/** Kept as they are written: reading a long one from JSON would take half of the time that its page takes. */
const references = new WeightedCache<TextHtml>(MAX_CACHED_LENGTH);
/** What is being rendered: who comes meanwhile waits for the same. */
const pending = new Map<string, Promise<TextHtml>>();

/** What a part takes beside its text. */
const PART_LENGTH = 64;

function lengthOf({ parts, headings }: TextHtml): number {
  const texts = parts.reduce((sum, part) => sum + (typeof part === 'string' ? part.length : 0), 0);
  return texts + (parts.length + headings.length) * PART_LENGTH;
}

/** A page with an API reference. */
export interface ReferencePage {
  organizationId: string;
  /** Of the specification. */
  versionId: string;
  /** What people wrote. */
  markdown: string;
  labels: ReferenceLabels;
  withDefinitions: boolean;
}

/**
 * The HTML of a page with an API reference, rendered in a task process and remembered: a short specification can make a
 * long page. Without one that can be shown in time, it is what people wrote and a sentence that says so.
 */
export async function getReferenceHtml(db: Kysely<Database>, page: ReferencePage): Promise<TextHtml> {
  const { organizationId, versionId, markdown, labels, withDefinitions } = page;
  const key = hashId(JSON.stringify([versionId, markdown, labels, withDefinitions]), 32);
  const known = references.get(key);
  if (known !== undefined) return known;
  const render = async () => {
    const specification = (await loadSpecDocuments(db, versionId)) ?? '{}';
    const input = { markdown, specification, labels, withDefinitions };
    const html = await runTask('renderReference', input, { organizationId });
    references.set(key, html, lengthOf(html));
    return html;
  };
  const rendering = pending.get(key) ?? render().finally(() => pending.delete(key));
  pending.set(key, rendering);
  try {
    return await rendering;
  } catch (error) {
    if (!(error instanceof TaskLimitError)) throw error;
    return withFailure(await getTextHtml(markdown, organizationId), labels.apiFailed);
  }
}

function withFailure({ parts, headings }: TextHtml, message: string): TextHtml {
  const notice = `<aside class="callout warning" role="note" data-kind="warning"><p>${escapeHtml(message)}</p></aside>`;
  return { parts: [...parts, notice], headings };
}

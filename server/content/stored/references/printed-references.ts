import type { Kysely } from 'kysely';
import type { Database } from '#server/database/tables/schema.ts';
import type { StoredPage } from '../../pages/storage.ts';
import { referenceLabels } from '../../reference/reference-labels.ts';
import { showsDefinitions, specOf, withPartAddresses } from '../../specifications/reference-pages.ts';
import { runTask, TaskLimitError } from '../../tasks/run-task.ts';
import { loadSpecDocuments } from './spec-page.ts';

/** So many parts are written by one task, which reads the specification once. */
const PARTS_AT_ONCE = 50;

/** Printed in place of what takes too long. */
const TOO_LONG = 'This part of the API specification takes too long to print. Read it online.';

interface ReferenceOptions {
  organizationId: string;
  /** Pages of a tree whose references have their pages. */
  pages: readonly StoredPage[];
  /** The version of each specification, by slug. */
  versions: ReadonlyMap<string, string>;
  signal: AbortSignal;
}

/** What computed pages show of API specifications, as Markdown by the ids of the pages: every operation of each. */
export async function loadReferenceTexts(
  db: Kysely<Database>,
  { organizationId, pages, versions, signal }: ReferenceOptions,
): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  const versionOf = (page: StoredPage): string | undefined => versions.get(specOf(page) ?? '');
  for (const versionId of new Set(versions.values())) {
    const computed = pages.filter((page) => versionOf(page) === versionId);
    if (computed.length === 0) continue;
    const specification = (await loadSpecDocuments(db, versionId)) ?? '{}';
    for (const page of computed.filter(({ reference }) => !reference)) {
      const input = {
        markdown: '',
        specification,
        withDefinitions: showsDefinitions(page),
        format: 'markdown',
        isForVisitors: true,
      } as const;
      const rendered = await unlessTooLong(runTask('renderPage', input, { organizationId, signal }));
      texts.set(page.id, rendered?.computedText ?? TOO_LONG);
    }
    const divided = computed.flatMap((page) => (page.reference ? [{ page, ...page.reference }] : []));
    for (let at = 0; at < divided.length; at += PARTS_AT_ONCE) {
      const some = divided.slice(at, at + PARTS_AT_ONCE);
      const parts = some.map(({ part }) => part);
      const input = { specification, labels: referenceLabels, parts };
      const written = await unlessTooLong(runTask('writeParts', input, { organizationId, signal }));
      for (const { page, part } of some) {
        const text = written?.[part.key];
        texts.set(page.id, text === undefined ? TOO_LONG : withPartAddresses(page, text));
      }
    }
  }
  return texts;
}

async function unlessTooLong<Result>(task: Promise<Result>): Promise<Result | undefined> {
  try {
    return await task;
  } catch (error) {
    if (!(error instanceof TaskLimitError)) throw error;
    return undefined;
  }
}

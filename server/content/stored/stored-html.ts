import type { Kysely } from 'kysely';
import type { Database } from '#server/database/tables/schema.ts';
import type { TextHtml } from '#server/database/tables/stored-texts.ts';
import { decideText } from '../html/text-html.ts';
import type { TextPreview } from '../html/text-preview.ts';
import { rendersQuickly } from '../markdown/markdown-tokens.ts';
import { runTask, TaskLimitError } from '../tasks/run-task.ts';
import { loadStoredHtml } from './parsed-texts.ts';

/** The HTML of documents by id; computes and stores those that are missing. Unknown ids are left out. */
export function loadTextHtml(
  db: Kysely<Database>,
  documentIds: readonly string[],
  organizationId: string,
): Promise<Map<string, TextHtml>> {
  return loadStoredHtml(db, documentIds, organizationId);
}

/**
 * The HTML of a text that is not stored (of computed pages), without its conditions; in a task process if it may take
 * long. One that takes too long is shown literally.
 */
export async function getTextHtml(markdown: string, organizationId: string): Promise<TextHtml> {
  const { renderPlainHtml, renderTextHtml } = await import('../html/render-text.ts');
  if (rendersQuickly(markdown)) return withoutConditions(renderTextHtml(markdown));
  try {
    return withoutConditions(JSON.parse(await runTask('renderTextHtml', { markdown }, { organizationId })));
  } catch (error) {
    if (!(error instanceof TaskLimitError)) throw error;
    return renderPlainHtml(markdown);
  }
}

const withoutConditions = (text: TextHtml) => decideText(text, () => false);

/** The same for a text that is being written, with the lines that its blocks begin at. */
export async function getTextPreview(markdown: string, organizationId: string): Promise<TextPreview> {
  const { renderPlainPreview, renderTextPreview } = await import('../html/text-preview.ts');
  if (rendersQuickly(markdown)) return renderTextPreview(markdown);
  try {
    return JSON.parse(await runTask('renderTextPreview', { markdown }, { organizationId }));
  } catch (error) {
    if (!(error instanceof TaskLimitError)) throw error;
    return renderPlainPreview(markdown);
  }
}

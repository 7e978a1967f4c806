import type { DocumentNode } from '#server/generated/types.gen.ts';
import { runTask } from '#server/tasks/run-task.ts';
import { toDocument } from './document-nodes.ts';
import { isShort } from './markdown-tokens.ts';
import { type PageSource, writePage, type WrittenPage } from './write-page.ts';

/** Specifications of more characters are read beside the server. */
const SHORT_SPECIFICATION = 16_000;

/** The text of a page in the form that is asked for; from a task process where that may take long. Throws `TaskLimitError`. */
export async function getWrittenPage(source: PageSource, organizationId: string): Promise<WrittenPage> {
  const { markdown, specification = '', format } = source;
  const isParsed = format !== 'markdown';
  const isQuick = specification.length <= SHORT_SPECIFICATION && (!isParsed || isShort(markdown));
  return isQuick ? writePage(source) : runTask('writePage', source, { organizationId });
}

/** The structured form of a text; in a task process where that may take long. Throws `TaskLimitError`. */
export async function getDocument(markdown: string, organizationId: string): Promise<DocumentNode> {
  if (isShort(markdown)) return toDocument(markdown);
  const { text } = await runTask('writePage', { markdown }, { organizationId });
  return 'document' in text ? text.document : { type: 'document' };
}

import type { DocumentNode } from '#server/generated/types.gen.ts';
import { runTask } from '#server/tasks/run-task.ts';
import { WrittenJson } from '#server/written-json.ts';
import { toDocument } from './document-nodes.ts';
import { isShort } from './markdown-tokens.ts';
import { type PageSource, writePage, type WrittenPage } from './write-page.ts';

/** Specifications of more characters are read beside the server. */
const SHORT_SPECIFICATION = 16_000;

/** A document that a task process has written down as JSON. */
class WrittenDocument extends WrittenJson implements DocumentNode {
  [member: string]: unknown;
  readonly type = 'document';
}

/** The text of a page in the form that is asked for; from a task process where that may take long. Throws `TaskLimitError`. */
export async function getWrittenPage(source: PageSource, organizationId: string): Promise<WrittenPage> {
  const { markdown, specification = '', format } = source;
  const isParsed = format !== 'markdown';
  const isQuick = specification.length <= SHORT_SPECIFICATION && (!isParsed || isShort(markdown));
  if (isQuick) return writePage(source);
  const { text, built } = await runTask('writePage', source, { organizationId });
  return { text: 'document' in text ? { document: new WrittenDocument(text.document) } : text, built };
}

/** The structured form of a text; in a task process where that may take long. Throws `TaskLimitError`. */
export async function getDocument(markdown: string, organizationId: string): Promise<DocumentNode> {
  if (isShort(markdown)) return toDocument(markdown);
  const { text } = await runTask('writePage', { markdown }, { organizationId });
  return 'document' in text ? JSON.parse(text.document) : { type: 'document' };
}

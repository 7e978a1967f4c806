import type { DocumentNode } from '#api/generated/types.gen.ts';
import { RawJson } from '#server/base/raw-json.ts';
import { toDocument, toPlainDocument } from '../documents/document-nodes.ts';
import { isShort } from '../markdown/markdown-tokens.ts';
import { type PageSource, renderPage, type RenderedPage } from '../tasks/render-page.ts';
import { runTask, TaskLimitError } from '../tasks/run-task.ts';
import { hasConditionTags } from '../visitor-text/visitor-text.ts';

/** If the texts are longer in total, they are parsed in a task process. */
const MAX_SHORT_TEXTS_LENGTH = 16_000;

/** A document that a task process has serialized as JSON. */
class RawDocument extends RawJson implements DocumentNode {
  [member: string]: unknown;
  readonly object = 'document';
  readonly type = 'document';
}

/**
 * The text of a page in the requested format; in a task process if it may take long, as what is made from a
 * specification: a short one can make a long text. Throws `TaskLimitError`.
 */
export async function getRenderedPage(source: PageSource, organizationId: string): Promise<RenderedPage> {
  const { markdown, specification, format, isForVisitors, included } = source;
  // Conditions are looked for in the text, and tags in all that it includes.
  const isCopied =
    !included && format === 'markdown' && (isForVisitors !== true || !hasConditionTags(markdown));
  const isQuick =
    specification === undefined &&
    (isCopied || isShort([markdown, ...(included?.texts.values() ?? [])].join('\n\n')));
  if (isQuick) return renderPage(source);
  const { text, computedText } = await runTask('renderPage', source, { organizationId });
  return { text: 'document' in text ? { document: new RawDocument(text.document) } : text, computedText };
}

/** The structured form of a text; in a task process if it may take long. Throws `TaskLimitError`. */
export async function getDocument(
  markdown: string,
  organizationId: string,
  read: (markdown: string) => DocumentNode = toDocument,
): Promise<DocumentNode> {
  if (isShort(markdown)) return read(markdown);
  const { text } = await runTask('renderPage', { markdown }, { organizationId });
  return 'document' in text ? JSON.parse(text.document) : toPlainDocument(markdown);
}

/**
 * Parses many texts, in a task process if that may take long. Texts that take too long are shown as plain text, so that
 * one author can't block the other texts of a list.
 */
export async function getDocuments(
  texts: readonly string[],
  organizationId: string,
): Promise<Map<string, DocumentNode>> {
  const unique = [...new Set(texts)];
  const short = unique.filter(isShort);
  const long = unique.filter((text) => !isShort(text));
  const characters = short.reduce((sum, { length }) => sum + length, 0);
  const write = (some: string[]) => renderDocuments(some, organizationId);
  const shortDocuments = await Promise.all([
    characters <= MAX_SHORT_TEXTS_LENGTH ? short.map(toDocument) : write(short),
    write(long),
  ]);
  const documents = shortDocuments.flat();
  return new Map(
    [...short, ...long].flatMap((text, index) => {
      const document = documents[index];
      return document ? [[text, document] as const] : [];
    }),
  );
}

async function renderDocuments(texts: string[], organizationId: string): Promise<DocumentNode[]> {
  if (texts.length === 0) return [];
  try {
    const documents = await runTask('renderDocuments', { texts }, { organizationId });
    return documents.map((document) => new RawDocument(document));
  } catch (error) {
    if (!(error instanceof TaskLimitError)) throw error;
    return texts.map(toPlainDocument);
  }
}

import { getDocuments } from '#server/content/written-page.ts';
import { badValue } from '#server/errors.ts';
import type { CommentBody, ContentFormat, DocumentNode } from '#api/generated/types.gen.ts';

/** Most characters that an excerpt keeps. */
const EXCERPT_LENGTH = 120;
/** Most characters of a document, written as JSON: as many as markdown may have, since lists carry whole texts. */
const LONGEST_DOCUMENT = 65_536;

/** The text of a new comment or reply: one of the two forms, and not blank; throws 400 otherwise. */
export function readBody(body: CommentBody): CommentBody {
  const { markdown, document } = body;
  if (markdown !== undefined && document !== undefined) {
    throw badValue('body.body', 'must be either markdown or a document');
  }
  if (document !== undefined) {
    if (JSON.stringify(document).length <= LONGEST_DOCUMENT) return { document };
    throw badValue('body.body.document', `must have at most ${LONGEST_DOCUMENT} characters as JSON`);
  }
  if (markdown === undefined) throw badValue('body.body', 'must have markdown or a document');
  if (markdown.trim() === '') throw badValue('body.body.markdown', 'must not be blank');
  return { markdown };
}

/** The text that replaces another; undefined where the change names none, or an empty body. Throws 400 as `readBody`. */
export function readNewBody(body: CommentBody | undefined): CommentBody | undefined {
  return body === undefined || Object.keys(body).length === 0 ? undefined : readBody(body);
}

/**
 * The forms in which stored texts are shown: as is asked for, or as they were written where nothing is. All that are
 * shown together are converted together, beside the server where that may take long.
 */
export async function bodyViewer(
  bodies: readonly CommentBody[],
  format: ContentFormat | undefined,
  organizationId: string,
): Promise<(body: CommentBody) => CommentBody> {
  const texts = format === 'document' ? bodies.flatMap(({ markdown }) => markdown ?? []) : [];
  const documents = await getDocuments(texts, organizationId);
  return (body) => {
    const written = documents.get(body.markdown ?? '');
    if (written) return { document: written };
    if (format === 'markdown' && body.document) return { markdown: textOfDocument(body.document) };
    return body;
  };
}

/** The beginning of a text, for the audit log. */
export function excerptOf({ markdown, document }: CommentBody): string {
  return cut(markdown ?? (document ? textOfDocument(document) : ''));
}

/** The beginning of the text of a block. */
export function previewOf(node: DocumentNode): string {
  return cut(textOfDocument(node).replaceAll(/\s+/g, ' '));
}

/** The text of a tree: that of its blocks, apart by blank lines. However deep the tree is, the stack stays flat. */
function textOfDocument(root: DocumentNode): string {
  const lines: string[] = [];
  let line = '';
  const rest = [root];
  for (let node = rest.pop(); node; node = rest.pop()) {
    const isInline = node.text !== undefined || node.type === 'link';
    if (!isInline && line !== '') {
      lines.push(line);
      line = '';
    }
    line += node.text ?? '';
    rest.push(...(node.nodes ?? []).toReversed());
  }
  return [...lines, line].filter((text) => text.trim() !== '').join('\n\n');
}

function cut(text: string): string {
  const characters = [...text.trim()];
  if (characters.length <= EXCERPT_LENGTH) return characters.join('');
  return `${characters.slice(0, EXCERPT_LENGTH - 1).join('')}…`;
}

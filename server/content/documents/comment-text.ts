import type { CommentBody, CommentText, DocumentInput, DocumentNode } from '#api/generated/types.gen.ts';
import { badValue } from '#server/base/errors.ts';
import { leavesOf } from './nodes.ts';
import { readDocument } from './read-input.ts';

/** Length as JSON; the same as for markdown, since lists contain whole texts. */
const MAX_DOCUMENT_LENGTH = 65_536;

/** Exactly one format, not blank; throws 400 otherwise. `path` is that of the text in the request. */
export function parseBody(body: string | CommentText, path = 'body.body'): CommentBody {
  if (typeof body === 'string') return { markdown: requireText(body, path) };
  const { markdown, document } = body;
  if (markdown !== undefined && document !== undefined) {
    throw badValue(path, 'must be either markdown or a document');
  }
  if (document !== undefined) return { document: parseTree(document, `${path}.document`) };
  if (markdown === undefined) throw badValue(path, 'must have markdown or a document');
  return { markdown: requireText(markdown, `${path}.markdown`) };
}

/** A tree of limited size; throws 400 otherwise. */
export function parseTree(tree: DocumentInput, path: string): DocumentNode {
  if (JSON.stringify(tree).length > MAX_DOCUMENT_LENGTH)
    throw badValue(path, `must have at most ${MAX_DOCUMENT_LENGTH} characters as JSON`);
  return readDocument(tree, path);
}

/** The same for a text beside something else that is said: it may be blank. */
export function parseNote(body: string | CommentText, path = 'body.body'): CommentBody {
  const { markdown, document } = typeof body === 'string' ? { markdown: body } : body;
  return document === undefined && markdown?.trim() === '' ? { markdown: '' } : parseBody(body, path);
}

function requireText(text: string, path: string): string {
  if (text.trim() === '') throw badValue(path, 'must not be blank');
  return text;
}

/** The text of a tree, with blank lines between blocks. Iterative, so that deep trees cannot overflow the stack. */
export function textOfDocument(root: DocumentNode): string {
  const lines: string[] = [];
  let line = '';
  const rest = [root];
  for (let node = rest.pop(); node; node = rest.pop()) {
    const isText = node.leaves !== undefined || node.text !== undefined;
    const isInline = isText || node.object === 'inline' || node.type === 'link';
    if (!isInline && line !== '') {
      lines.push(line);
      line = '';
    }
    if (isText)
      line += leavesOf(node)
        .map(({ text }) => text)
        .join('');
    rest.push(...[...(node.nodes ?? []), ...(node.fragments ?? [])].toReversed());
  }
  return [...lines, line].filter((text) => text.trim() !== '').join('\n\n');
}

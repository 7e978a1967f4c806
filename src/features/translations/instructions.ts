import type { DocumentInput, DocumentNode } from '#api/generated/types.gen.ts';

/** The instructions of a translation as the text of a form: a line for each block. */

/** In characters. As a tree they must fit into what the server takes, too. */
export const maxInstructionsLength = 10_000;

/** A text as servers of every make take it: a paragraph for each line. */
export function documentOfText(text: string): DocumentInput {
  const leafOf = (line: string) => ({ object: 'text', leaves: [{ object: 'leaf', text: line, marks: [] }] });
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return {
    object: 'document',
    data: { schemaVersion: 1 },
    nodes: lines.map((line) => ({
      object: 'block',
      type: 'paragraph',
      isVoid: false,
      nodes: [leafOf(line)],
    })),
  };
}

/** The text of instructions, without what text can't say. */
export const textOfInstructions = (document: DocumentNode | undefined): string =>
  document ? linesOf(document).join('\n') : '';

/** Whether the text says everything: there are only paragraphs, without links, marks and unknown nodes. */
export function isPlainText({ nodes = [] }: DocumentNode): boolean {
  const isPlain = ({ type, marks, text }: DocumentNode) =>
    type === 'text' && !(Array.isArray(marks) && marks.length > 0) && text?.includes('\n') === false;
  return nodes.every(
    ({ type, nodes: children = [] }) =>
      type === 'paragraph' && children.length > 0 && children.every(isPlain),
  );
}

function linesOf(node: DocumentNode): string[] {
  const { nodes = [] } = node;
  const isLine =
    node.text !== undefined || nodes.some(({ type, text }) => text !== undefined || type === 'link');
  return isLine ? [inlineText(node)] : nodes.flatMap(linesOf);
}

const inlineText = ({ text = '', nodes = [] }: DocumentNode): string => text + nodes.map(inlineText).join('');

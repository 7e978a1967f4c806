import { refOf } from '#api/blocks/references.ts';
import type { DocumentLeaf, DocumentNode } from '#api/generated/types.gen.ts';

/** Documents as the public definition has them: blocks with settings in `data`, and texts in `leaves`. */

/** Marks of a text. */
export type Mark = 'bold' | 'italic' | 'strikethrough' | 'code' | 'keyboard' | 'superscript' | 'subscript';

/** In the order in which texts have them, however they were written. */
export const MARKS: readonly Mark[] = [
  'bold',
  'italic',
  'strikethrough',
  'keyboard',
  'superscript',
  'subscript',
  'code',
];

export type Fields = Readonly<Record<string, unknown>>;

export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

export function createDocument(nodes: DocumentNode[]): DocumentNode {
  return {
    object: 'document',
    type: 'document',
    data: {},
    nodes,
  };
}

export function block(type: string, data: Fields, nodes: DocumentNode[]): DocumentNode {
  return { object: 'block', type, isVoid: false, data: { ...data }, nodes };
}

export function voidBlock(type: string, data: Fields): DocumentNode {
  return { object: 'block', type, isVoid: true, data: { ...data } };
}

export function inline(type: string, data: Fields): DocumentNode {
  return { object: 'inline', type, isVoid: true, data: { ...data } };
}

export function link(href: string, nodes: DocumentNode[], title?: string): DocumentNode {
  const data = { ref: refOf(href), ...(title !== undefined && title !== '' && { title }) };
  return {
    object: 'inline',
    type: 'link',
    isVoid: false,
    data,
    nodes: nodes.length > 0 ? nodes : [text(href)],
  };
}

export function fragment(type: string, nodes: DocumentNode[], name = type): DocumentNode {
  return { object: 'fragment', type, fragment: name, nodes };
}

/** A paragraph; one without anything has an empty text. */
export function paragraph(nodes: DocumentNode[]): DocumentNode {
  return block('paragraph', {}, nodes.length > 0 ? nodes : [text('')]);
}

export function text(value: string, marks: readonly Mark[] = []): DocumentNode {
  return { object: 'text', type: 'text', leaves: [leaf(value, value === '' ? [] : marks)] };
}

export function leaf(value: string, marks: readonly Mark[]): DocumentLeaf {
  return { object: 'leaf', text: value, marks: marks.map((type) => ({ object: 'mark', type })) };
}

/** Blocks of which each line has separate marks: code. */
export function codeBlock(code: string, data: Fields): DocumentNode {
  const lines = code.split('\n').map((line) => block('code-line', {}, [text(line)]));
  return block('code', data, lines);
}

/** Names of the marks of a leaf, without unknown ones. */
export function marksOf(marks: unknown): Mark[] {
  const names = (Array.isArray(marks) ? marks : []).map((mark) =>
    typeof mark === 'string' ? mark : textOf(fieldsOf(mark).type),
  );
  return MARKS.filter((mark) => names.includes(mark));
}

/** The leaves of a text, of whichever form. */
export function leavesOf(node: DocumentNode): { text: string; marks: Mark[] }[] {
  const pieces: unknown[] = Array.isArray(node.leaves)
    ? node.leaves
    : [{ text: node.text, marks: node.marks }];
  return pieces.map((piece) => {
    const { text: value, marks } = fieldsOf(piece);
    return { text: textOf(value), marks: marksOf(marks) };
  });
}

/** Puts neighboring texts into one, and pieces with the same marks into one leaf. */
export function joinTexts(nodes: readonly DocumentNode[]): DocumentNode[] {
  const joined: DocumentNode[] = [];
  for (const node of nodes) {
    const last = joined.at(-1);
    if (node.object !== 'text' || last?.object !== 'text') {
      joined.push(node.object === 'text' ? { ...node, leaves: [...(node.leaves ?? [])] } : node);
      continue;
    }
    for (const piece of node.leaves ?? []) {
      const before = last.leaves?.at(-1);
      if (before && JSON.stringify(before.marks) === JSON.stringify(piece.marks)) {
        last.leaves?.splice(-1, 1, { ...before, text: before.text + piece.text });
      } else last.leaves?.push(piece);
    }
  }
  return joined;
}

/** The plain text of inline nodes. */
export function plainTextOf(nodes: readonly DocumentNode[]): string {
  return nodes
    .map((node) => {
      if (node.object === 'text')
        return leavesOf(node)
          .map((piece) => piece.text)
          .join('');
      const data = fieldsOf(node.data);
      if (node.type === 'inline-image') return textOf(data.alt);
      if (node.type === 'inline-math') return textOf(data.formula);
      if (node.type === 'expression') return textOf(data.expression);
      return plainTextOf(node.nodes ?? []);
    })
    .join('');
}

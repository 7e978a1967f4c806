/** Reading the nodes of a page's text, whose further fields depend on their type and come from the server as anything. */
import type { DocumentNode } from '#api/generated/types.gen.ts';

/** A field that is a text, or undefined. */
export function textField(node: DocumentNode, name: string): string | undefined {
  const value: unknown = node[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A field that is a number, or the other value. */
export function numberField(node: DocumentNode, name: string, fallback: number): number {
  const value: unknown = node[name];
  return typeof value === 'number' ? value : fallback;
}

/** How a piece of text is set: `bold`, `italic`, `strikethrough`, `code`, and what is not known here. */
export function marksOf(node: DocumentNode): string[] {
  const marks: unknown = node.marks;
  return Array.isArray(marks) ? marks.filter((mark) => typeof mark === 'string') : [];
}

/** All text of a node and of what is in it. */
export function plainTextOf({ text = '', nodes = [] }: DocumentNode): string {
  return text + nodes.map(plainTextOf).join('');
}

/** What a kind of node is called: `openapi-operation` → "Openapi operation". */
export function describeNodeType({ type }: DocumentNode): string {
  const label = type.replaceAll(/[-_]+/g, ' ').trim();
  return label === '' ? 'Unknown' : label.charAt(0).toLocaleUpperCase() + label.slice(1);
}

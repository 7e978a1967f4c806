/** Helpers to read document nodes, whose further fields are unknown. */
import type { DocumentNode } from '#api/generated/types.gen.ts';

export function textField(node: DocumentNode, name: string): string | undefined {
  const value: unknown = node[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function numberField(node: DocumentNode, name: string, fallback: number): number {
  const value: unknown = node[name];
  return typeof value === 'number' ? value : fallback;
}

/** The marks of a text: `bold`, `italic`, `strikethrough`, `code`, and unknown ones. */
export function marksOf(node: DocumentNode): string[] {
  const marks: unknown = node.marks;
  return Array.isArray(marks) ? marks.filter((mark) => typeof mark === 'string') : [];
}

/** The text of a node and its descendants. */
export function plainTextOf({ text = '', nodes = [] }: DocumentNode): string {
  return text + nodes.map(plainTextOf).join('');
}

/** A display name of a node type: `openapi-operation` → "Openapi operation". */
export function describeNodeType({ type }: DocumentNode): string {
  const label = type.replaceAll(/[-_]+/g, ' ').trim();
  return label === '' ? 'Unknown' : label.charAt(0).toLocaleUpperCase() + label.slice(1);
}

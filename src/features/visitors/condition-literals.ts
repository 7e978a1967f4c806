/** Values that a condition has as they are. */
import type { AnyNode } from 'acorn';

export type Literal = string | number | boolean;

/** Strips parentheses and optional-chain wrappers. */
export function unwrap(node: AnyNode): AnyNode {
  const isWrapped = node.type === 'ParenthesizedExpression' || node.type === 'ChainExpression';
  return isWrapped ? unwrap(node.expression) : node;
}

/** The literal value; null for other nodes, and for `null` and `undefined`, which test whether a claim is set. */
export function literalOf(wrapped: AnyNode): Literal | null {
  const node = unwrap(wrapped);
  if (node.type === 'UnaryExpression' && node.operator === '-') {
    const value = literalOf(node.argument);
    return typeof value === 'number' ? -value : null;
  }
  if (node.type === 'TemplateLiteral' && node.expressions.length === 0)
    return node.quasis[0]?.value.cooked ?? null;
  if (node.type !== 'Literal') return null;
  const { value } = node;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

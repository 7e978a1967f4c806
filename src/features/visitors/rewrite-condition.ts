import type { AnyNode } from 'acorn';
import { claimUses, formatClaim } from './claim-uses.ts';
import { evaluateCondition } from './evaluate-condition.ts';
import { parseCondition } from './parse-condition.ts';

const readsClaim = (use: string, claim: string) => use === claim || use.startsWith(`${claim}.`);

/** Renames a claim in a condition. Returns the same text if the condition does not use it. */
export function renameClaim(source: string, from: string, to: string): string {
  return replaceUses(source, from, (use) => formatClaim(to + use.slice(from.length)));
}

/**
 * Removes a claim from a condition as if it were always false, and simplifies the rest.
 *
 * @returns null if it is then always true, `false` if never; the same text if the condition does not use the claim
 */
export function removeClaim(source: string, claim: string): string | null {
  const without = replaceUses(source, claim, () => 'false');
  if (without === source) return source;
  const parsed = parseCondition(without);
  if ('problem' in parsed) return without;
  const short = simplify(parsed.tree, without, true);
  return short === 'true' ? null : short;
}

function replaceUses(source: string, claim: string, write: (use: string) => string): string {
  let result = '';
  let end = 0;
  for (const use of claimUses(parseCondition(source))) {
    if (!readsClaim(use.claim, claim)) continue;
    result += source.slice(end, use.start) + write(use.claim);
    end = use.end;
  }
  return result + source.slice(end);
}

/**
 * Simplifies an expression with constant parts.
 *
 * @param truth only its truthiness matters, not its value
 */
function simplify(node: AnyNode, source: string, truth: boolean): string {
  const text = source.slice(node.start, node.end);
  const known = constantValue(text);
  if (known !== undefined) return truth ? String(Boolean(known.value)) : text;
  switch (node.type) {
    case 'ParenthesizedExpression': {
      const inner = simplify(node.expression, source, truth);
      return /^[\w$.!]+$/.test(inner) ? inner : `(${inner})`;
    }
    case 'UnaryExpression':
      return node.operator === '!' ? `!${simplify(node.argument, source, true)}` : text;
    case 'LogicalExpression':
      return simplifyLogical(node, source, truth);
    default:
      return text;
  }
}

function simplifyLogical(
  node: Extract<AnyNode, { type: 'LogicalExpression' }>,
  source: string,
  truth: boolean,
): string {
  const text = source.slice(node.start, node.end);
  if (node.operator === '??') return text;
  const left = simplify(node.left, source, truth);
  const right = simplify(node.right, source, truth);
  const absorbing = node.operator === '||' ? 'true' : 'false';
  const neutral = node.operator === '||' ? 'false' : 'true';
  if (left === absorbing || (truth && right === absorbing)) return absorbing;
  if (left === neutral) return right;
  if (truth && right === neutral) return left;
  return `${left} ${node.operator} ${right}`;
}

/** The value of a constant expression. */
function constantValue(text: string): { value: unknown } | undefined {
  if (/\bvisitor\b/.test(text)) return undefined;
  const result = evaluateCondition(text, {});
  return result.kind === 'value' ? { value: result.trace.value } : undefined;
}

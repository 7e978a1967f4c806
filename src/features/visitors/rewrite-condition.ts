import type { AnyNode } from 'acorn';
import { claimUses, writeClaim } from './claim-uses.ts';
import { evaluateCondition } from './evaluate-condition.ts';
import { parseCondition } from './parse-condition.ts';

/** Whether what is read at `use` is the claim or something in it. */
const isBelow = (use: string, claim: string) => use === claim || use.startsWith(`${claim}.`);

/** A condition in which a claim has another name; the same text where it does not read it. */
export function renameClaim(source: string, from: string, to: string): string {
  return replaceUses(source, from, (use) => writeClaim(to + use.slice(from.length)));
}

/**
 * A condition without a claim that no visitor has any more: as if it were not true for anybody, and shortened by what
 * follows from that.
 *
 * @returns null when everybody fulfils what is left, `false` when nobody does; the same text where it does not read it
 */
export function dropClaim(source: string, claim: string): string | null {
  const without = replaceUses(source, claim, () => 'false');
  if (without === source) return source;
  const parsed = parseCondition(without);
  if ('problem' in parsed) return without;
  const short = shorten(parsed.tree, without, true);
  return short === 'true' ? null : short;
}

function replaceUses(source: string, claim: string, write: (use: string) => string): string {
  let result = '';
  let end = 0;
  for (const use of claimUses(parseCondition(source))) {
    if (!isBelow(use.claim, claim)) continue;
    result += source.slice(end, use.start) + write(use.claim);
    end = use.end;
  }
  return result + source.slice(end);
}

/**
 * Writes an expression shorter where parts of it are known.
 *
 * @param truth only whether it holds matters, not its value
 */
function shorten(node: AnyNode, source: string, truth: boolean): string {
  const text = source.slice(node.start, node.end);
  const known = knownValue(text);
  if (known !== undefined) return truth ? String(Boolean(known.value)) : text;
  switch (node.type) {
    case 'ParenthesizedExpression': {
      const inner = shorten(node.expression, source, truth);
      return /^[\w$.!]+$/.test(inner) ? inner : `(${inner})`;
    }
    case 'UnaryExpression':
      return node.operator === '!' ? `!${shorten(node.argument, source, true)}` : text;
    case 'LogicalExpression':
      return shortenLogical(node, source, truth);
    default:
      return text;
  }
}

function shortenLogical(
  node: Extract<AnyNode, { type: 'LogicalExpression' }>,
  source: string,
  truth: boolean,
): string {
  const text = source.slice(node.start, node.end);
  if (node.operator === '??') return text;
  const left = shorten(node.left, source, truth);
  const right = shorten(node.right, source, truth);
  const decides = node.operator === '||' ? 'true' : 'false';
  const leaves = node.operator === '||' ? 'false' : 'true';
  if (left === decides || (truth && right === decides)) return decides;
  if (left === leaves) return right;
  if (truth && right === leaves) return left;
  return `${left} ${node.operator} ${right}`;
}

/** The value of an expression that reads nothing. */
function knownValue(text: string): { value: unknown } | undefined {
  if (/\bvisitor\b/.test(text)) return undefined;
  const result = evaluateCondition(text, {});
  return result.kind === 'value' ? { value: result.trace.value } : undefined;
}

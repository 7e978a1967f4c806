import type { AnyNode } from 'acorn';
import { type ParsedCondition, evaluateCondition, parseCondition } from '#api/evaluate-condition.ts';

/** One use of a claim in a condition. */
export interface ClaimUse {
  /** `isPartner`, or `unsigned.isDeveloper` for a claim in a group. */
  claim: string;
  /** Source range of the whole chain `visitor.claims.isPartner`. */
  start: number;
  end: number;
}

/** All uses of claims, in source order. */
export function claimUses(parsed: ParsedCondition): ClaimUse[] {
  if ('problem' in parsed) return [];
  const uses: ClaimUse[] = [];
  // Iterative, because long conditions are nested deeper than the stack.
  const pending: AnyNode[] = [parsed.tree];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const use = findUse(node);
    if (use) uses.push(use);
    else pending.push(...childNodes(node));
  }
  return uses.toSorted((a, b) => a.start - b.start);
}

/** Child nodes. For a method call: the object and the arguments. */
export function childNodes(node: AnyNode): AnyNode[] {
  if (node.type === 'CallExpression' && node.callee.type === 'MemberExpression' && !node.callee.computed)
    return [node.callee.object, ...node.arguments];
  return Object.values(node).flatMap((value: unknown) =>
    (Array.isArray(value) ? value : [value]).filter(isNode),
  );
}

const isNode = (value: unknown): value is AnyNode =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

function findUse(node: AnyNode): ClaimUse | null {
  const claim = claimOfNode(node);
  return claim === null ? null : { claim, start: node.start, end: node.end };
}

/** The claim a member chain refers to: everything after `visitor.claims`. */
export function claimOfNode(node: AnyNode): string | null {
  const names = memberChain(node);
  if (!names || names[0] !== 'visitor' || names[1] !== 'claims' || names.length < 3) return null;
  return names.slice(2).join('.');
}

function memberChain(node: AnyNode): string[] | null {
  if (node.type === 'Identifier') return [node.name];
  if (node.type !== 'MemberExpression') return null;
  const before = memberChain(node.object);
  const name = propertyOf(node);
  return before === null || name === null ? null : [...before, name];
}

function propertyOf({ property, computed }: Extract<AnyNode, { type: 'MemberExpression' }>): string | null {
  if (!computed) return property.type === 'Identifier' ? property.name : null;
  return property.type === 'Literal' && typeof property.value === 'string' ? property.value : null;
}

/** A claim as source: `visitor.claims.isPartner`. */
export function formatClaim(claim: string): string {
  const plain = /^[A-Za-z_$][\w$]*$/;
  return claim
    .split('.')
    .reduce(
      (chain, name) => (plain.test(name) ? `${chain}.${name}` : `${chain}[${JSON.stringify(name)}]`),
      'visitor.claims',
    );
}

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
  const constant = constantValue(text);
  if (constant !== undefined) return truth ? String(Boolean(constant.value)) : text;
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
  const leftResult = simplify(node.left, source, truth);
  const right = simplify(node.right, source, truth);
  const absorbing = node.operator === '||' ? 'true' : 'false';
  const neutral = node.operator === '||' ? 'false' : 'true';
  if (leftResult === absorbing || (truth && right === absorbing)) return absorbing;
  if (leftResult === neutral) return right;
  if (truth && right === neutral) return leftResult;
  return `${leftResult} ${node.operator} ${right}`;
}

/** The value of a constant expression. */
function constantValue(text: string): { value: unknown } | undefined {
  if (/\bvisitor\b/.test(text)) return undefined;
  const result = evaluateCondition(text, {});
  return result.kind === 'value' ? { value: result.trace.value } : undefined;
}

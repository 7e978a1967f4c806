import type { AnyNode } from 'acorn';
import type { ParsedCondition } from './parse-condition.ts';

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
  const found: ClaimUse[] = [];
  // Iterative, because long conditions are nested deeper than the stack.
  const pending: AnyNode[] = [parsed.tree];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const use = findUse(node);
    if (use) found.push(use);
    else pending.push(...childNodes(node));
  }
  return found.toSorted((a, b) => a.start - b.start);
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

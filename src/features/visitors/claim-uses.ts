import type { AnyNode } from 'acorn';
import type { ParsedCondition } from './parse-condition.ts';

/** One place where a condition reads a claim. */
export interface ClaimUse {
  /** `isPartner`, or `unsigned.isDeveloper` for one in a group. */
  claim: string;
  /** The whole chain `visitor.claims.isPartner`, as places in the source. */
  start: number;
  end: number;
}

/** Every place where a condition reads something below `visitor.claims`, in order. */
export function claimUses(parsed: ParsedCondition): ClaimUse[] {
  if ('problem' in parsed) return [];
  const found: ClaimUse[] = [];
  // Not recursive: long conditions are nested deeper than the stack is.
  const pending: AnyNode[] = [parsed.tree];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const use = findUse(node);
    if (use) found.push(use);
    else pending.push(...childNodes(node));
  }
  return found.toSorted((a, b) => a.start - b.start);
}

/** The nodes directly below a node. Of a method that is called it is what the method is called on. */
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

/** The claim that a node is: the longest chain of names that begins with `visitor.claims`. */
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

/** How a claim is written in a condition. */
export function formatClaim(claim: string): string {
  const plain = /^[A-Za-z_$][\w$]*$/;
  return claim
    .split('.')
    .reduce(
      (chain, name) => (plain.test(name) ? `${chain}.${name}` : `${chain}[${JSON.stringify(name)}]`),
      'visitor.claims',
    );
}

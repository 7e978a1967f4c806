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
  visit(parsed.tree, found);
  return found.toSorted((a, b) => a.start - b.start);
}

function visit(node: AnyNode, found: ClaimUse[]): void {
  const use = readUse(node);
  if (use) {
    found.push(use);
    return;
  }
  for (const value of Object.values(node)) {
    for (const one of Array.isArray(value) ? value : [value]) if (isNode(one)) visit(one, found);
  }
}

const isNode = (value: unknown): value is AnyNode =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

/** The longest chain of names that begins with `visitor.claims`; a method at its end is not a claim. */
function readUse(node: AnyNode): ClaimUse | null {
  const names = chainOf(node);
  if (!names || names[0] !== 'visitor' || names[1] !== 'claims' || names.length < 3) return null;
  return { claim: names.slice(2).join('.'), start: node.start, end: node.end };
}

function chainOf(node: AnyNode): string[] | null {
  if (node.type === 'Identifier') return [node.name];
  if (node.type !== 'MemberExpression') return null;
  const before = chainOf(node.object);
  const name = propertyOf(node);
  return before === null || name === null ? null : [...before, name];
}

function propertyOf({ property, computed }: Extract<AnyNode, { type: 'MemberExpression' }>): string | null {
  if (!computed) return property.type === 'Identifier' ? property.name : null;
  return property.type === 'Literal' && typeof property.value === 'string' ? property.value : null;
}

/** How a claim is written in a condition. */
export function writeClaim(claim: string): string {
  const plain = /^[A-Za-z_$][\w$]*$/;
  return claim
    .split('.')
    .reduce(
      (chain, name) => (plain.test(name) ? `${chain}.${name}` : `${chain}[${JSON.stringify(name)}]`),
      'visitor.claims',
    );
}

/**
 * Conditions as rules about claims, joined by and, or and not. The text stays the condition: a change of a rule replaces
 * its part of the text, and leaves all others as they are written.
 */
import type { AnyNode } from 'acorn';
import { parseCondition } from '#api/evaluate-condition.ts';
import { claimOfNode, formatClaim } from '../claim-uses.ts';
import { type Literal, literalOf, unwrap } from '../condition-literals.ts';

/** How a rule compares a claim. */
export type Operator =
  | 'true'
  | 'not-true'
  | '==='
  | '!=='
  | '=='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  | 'in'
  | 'not-in'
  | 'includes'
  | 'not-includes'
  | 'startsWith'
  | 'not-startsWith'
  | 'endsWith'
  | 'not-endsWith'
  | 'set'
  | 'unset';

/** What a rule says. */
export interface RuleFields {
  claim: string;
  operator: Operator;
  /** What the claim is compared with: several for `in`, none where the operator says it all. */
  values: readonly Literal[];
}

export interface Rule extends RuleFields {
  kind: 'rule';
  /** Its part of the condition. */
  source: string;
}

/** Rules of which all have to hold, or one. */
export interface RuleGroup {
  kind: 'group';
  join: 'and' | 'or';
  isNegated: boolean;
  /** At least two, or one that is negated. */
  parts: readonly RuleNode[];
  source: string;
  /** Whether the source can be a part of another group as it is. */
  isEnclosed: boolean;
}

export type RuleNode = Rule | RuleGroup;

/** Groups in groups are shown so deep. */
const MAX_DEPTH = 3;
/** So many rules are shown: each is a row of controls. */
const MAX_RULES = 30;

/** The rules of a condition; null where it says more than rules can, or is not an expression. */
export function rulesOf(condition: string): RuleNode | null {
  const parsed = parseCondition(condition);
  if ('problem' in parsed) return null;
  const root = readNode(parsed.tree, condition, 1);
  // A comment before or after the expression would be lost with a change.
  const isWhole = condition.trim().length === parsed.tree.end - parsed.tree.start;
  return root && isWhole && countRules(root) <= MAX_RULES ? root : null;
}

const countRules = (node: RuleNode): number =>
  node.kind === 'rule' ? 1 : node.parts.reduce((sum, part) => sum + countRules(part), 0);

function readNode(node: AnyNode, text: string, depth: number): RuleNode | null {
  const source = text.slice(node.start, node.end);
  switch (node.type) {
    case 'ParenthesizedExpression': {
      const inside = readNode(node.expression, text, depth);
      if (!inside || !isBlank(text.slice(node.start + 1, node.expression.start))) return null;
      if (!isBlank(text.slice(node.expression.end, node.end - 1))) return null;
      return inside.kind === 'rule' ? { ...inside, source } : { ...inside, source, isEnclosed: true };
    }
    case 'LogicalExpression':
      return node.operator === '??' || depth > MAX_DEPTH ? null : readGroup(node, text, depth);
    case 'UnaryExpression':
      if (node.operator !== '!' || !isBlank(text.slice(node.start + 1, node.argument.start))) return null;
      return negated(readNode(node.argument, text, depth), source);
    default: {
      const fields = readRule(node);
      return fields && !hasComment(source) ? { kind: 'rule', ...fields, source } : null;
    }
  }
}

const isBlank = (text: string) => text.trim() === '';

/** Whether a part of a condition may have a comment. Slashes in texts are taken for one, too. */
const hasComment = (source: string) => /\/[/*]/.test(source.replaceAll(/"[^"]*"|'[^']*'/g, ''));

function readGroup(
  node: Extract<AnyNode, { type: 'LogicalExpression' }>,
  text: string,
  depth: number,
): RuleGroup | null {
  const operands = operandsOf(node, node.operator);
  const isPlain = operands.every((operand, index) => {
    const next = operands[index + 1];
    return next === undefined || text.slice(operand.end, next.start).trim() === node.operator;
  });
  const parts = operands.flatMap((operand) => readNode(operand, text, depth + 1) ?? []);
  if (!isPlain || parts.length < operands.length) return null;
  const join = node.operator === '&&' ? 'and' : 'or';
  const source = text.slice(node.start, node.end);
  return { kind: 'group', join, isNegated: false, parts, source, isEnclosed: false };
}

/** The operands of one operator, in order. Iterative, because long conditions are nested deeper than the stack. */
function operandsOf(node: AnyNode, operator: string): AnyNode[] {
  const operands: AnyNode[] = [];
  let current = node;
  while (current.type === 'LogicalExpression' && current.operator === operator) {
    operands.unshift(current.right);
    current = current.left;
  }
  return [current, ...operands];
}

const opposites: Partial<Record<Operator, Operator>> = {
  true: 'not-true',
  'not-true': 'true',
  '===': '!==',
  '!==': '===',
  '==': '!=',
  '!=': '==',
  in: 'not-in',
  'not-in': 'in',
  includes: 'not-includes',
  'not-includes': 'includes',
  startsWith: 'not-startsWith',
  'not-startsWith': 'startsWith',
  endsWith: 'not-endsWith',
  'not-endsWith': 'endsWith',
  set: 'unset',
  unset: 'set',
};

function negated(node: RuleNode | null, source: string): RuleNode | null {
  if (node?.kind === 'group') return { ...node, isNegated: !node.isNegated, source, isEnclosed: true };
  const operator = node ? opposites[node.operator] : undefined;
  return node && operator !== undefined ? { ...node, operator, source } : null;
}

const orderings: Partial<Record<string, Operator>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };
const comparisons: ReadonlySet<string> = new Set(['===', '!==', '==', '!=', '<', '<=', '>', '>=']);

const isComparison = (operator: string): operator is Operator => comparisons.has(operator);

function readRule(wrapped: AnyNode): RuleFields | null {
  const node = unwrap(wrapped);
  const claim = claimOfNode(node);
  if (claim !== null) return { claim, operator: 'true', values: [] };
  if (node.type === 'CallExpression') return readCall(node);
  if (node.type !== 'BinaryExpression' || !isComparison(node.operator)) return null;
  const { operator, left, right } = node;
  return (
    readComparison(left, operator, right) ?? readComparison(right, orderings[operator] ?? operator, left)
  );
}

function readComparison(subject: AnyNode, operator: Operator, compared: AnyNode): RuleFields | null {
  const claim = claimOfNode(unwrap(subject));
  if (claim === null) return null;
  const value = literalOf(compared);
  if (value !== null) return { claim, operator, values: [value] };
  const other = unwrap(compared);
  const isUndefined = other.type === 'Identifier' && other.name === 'undefined';
  if (!isUndefined || !['===', '!=='].includes(operator)) return null;
  return { claim, operator: operator === '===' ? 'unset' : 'set', values: [] };
}

const methods: ReadonlySet<string> = new Set(['includes', 'startsWith', 'endsWith']);
const isMethod = (name: string): name is 'includes' | 'startsWith' | 'endsWith' => methods.has(name);

/** `["free", "pro"].includes(claim)`, `claim?.startsWith("pro")` */
function readCall({ callee, arguments: args }: Extract<AnyNode, { type: 'CallExpression' }>) {
  const [arg] = args;
  if (!arg || args.length > 1 || callee.type !== 'MemberExpression' || callee.computed) return null;
  if (callee.property.type !== 'Identifier' || !isMethod(callee.property.name)) return null;
  const { name } = callee.property;
  const subject = unwrap(callee.object);
  const claim = claimOfNode(subject);
  const value = literalOf(arg);
  if (claim !== null) return typeof value === 'string' ? { claim, operator: name, values: [value] } : null;
  const listed = claimOfNode(unwrap(arg));
  if (subject.type !== 'ArrayExpression' || name !== 'includes' || listed === null) return null;
  const values = subject.elements.flatMap((element) => (element && literalOf(element)) ?? []);
  if (values.length < subject.elements.length) return null;
  return { claim: listed, operator: 'in' as const, values };
}

/** A rule as source: `visitor.claims.plan === "pro"`. */
export function formatRule({ claim, operator, values }: RuleFields): string {
  const subject = formatClaim(claim);
  const [value = ''] = values.map((each) => JSON.stringify(each));
  switch (operator) {
    case 'true':
      return subject;
    case 'not-true':
      return `!${subject}`;
    case 'set':
      return `${subject} !== undefined`;
    case 'unset':
      return `${subject} === undefined`;
    case 'in':
    case 'not-in': {
      const list = values.map((each) => JSON.stringify(each)).join(', ');
      return `${operator === 'in' ? '' : '!'}[${list}].includes(${subject})`;
    }
    case 'includes':
    case 'startsWith':
    case 'endsWith':
      return `${subject}?.${operator}(${value})`;
    case 'not-includes':
    case 'not-startsWith':
    case 'not-endsWith':
      return `!${subject}?.${operator.slice('not-'.length)}(${value})`;
    default:
      return `${subject} ${operator} ${value}`;
  }
}

export const ruleFrom = (fields: RuleFields): Rule => ({
  kind: 'rule',
  ...fields,
  source: formatRule(fields),
});

/** A group of parts; one part that is not negated stands for itself. */
export function groupFrom(
  join: RuleGroup['join'],
  isNegated: boolean,
  parts: readonly RuleNode[],
): RuleNode | null {
  const [only] = parts;
  if (!only) return null;
  if (parts.length === 1 && !isNegated) return only;
  const inside = parts
    .map((part) => (part.kind === 'group' && !part.isEnclosed ? `(${part.source})` : part.source))
    .join(join === 'and' ? ' && ' : ' || ');
  const source = isNegated ? `!(${inside})` : inside;
  return { kind: 'group', join, isNegated, parts, source, isEnclosed: isNegated };
}

/** The rules of a root as a list: one rule is a group of one. */
export const partsOf = (root: RuleNode | null): readonly RuleNode[] =>
  root === null ? [] : root.kind === 'group' ? root.parts : [root];

/**
 * Replaces the node at a path of places, or removes it; the empty path is the root.
 *
 * @returns null if nothing is left
 */
export function replaceNode(
  root: RuleNode,
  path: readonly number[],
  change: (node: RuleNode) => RuleNode | null,
): RuleNode | null {
  const [place, ...rest] = path;
  if (place === undefined) return change(root);
  if (root.kind === 'rule') return place === 0 ? replaceNode(root, rest, change) : root;
  const parts = root.parts.flatMap((part, index) =>
    index === place ? (replaceNode(part, rest, change) ?? []) : part,
  );
  return groupFrom(root.join, root.isNegated, parts);
}

/** Adds a rule to the group at a path. */
export function addRule(root: RuleNode | null, path: readonly number[], rule: Rule): RuleNode | null {
  if (root === null) return rule;
  return replaceNode(root, path, (node) =>
    node.kind === 'group'
      ? groupFrom(node.join, node.isNegated, [...node.parts, rule])
      : groupFrom('and', false, [node, rule]),
  );
}

/** Puts a rule and a new one into a group of their own, joined the other way than the group around them. */
export function addAlternative(root: RuleNode, path: readonly number[], rule: Rule): RuleNode | null {
  const around = nodeAt(root, path.slice(0, -1));
  const join = around?.kind === 'group' && around.join === 'or' ? 'and' : 'or';
  return replaceNode(root, path, (node) => groupFrom(join, false, [node, rule]));
}

function nodeAt(root: RuleNode, path: readonly number[]): RuleNode | undefined {
  const [place, ...rest] = path;
  if (place === undefined) return root;
  const part = partsOf(root)[place];
  return part && (root.kind === 'rule' ? root : nodeAt(part, rest));
}

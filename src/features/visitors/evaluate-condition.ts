import type { AnyNode } from 'acorn';
import { callMethod, compute } from './operators.ts';
import { parseCondition, type ParsedCondition } from './parse-condition.ts';
import { Unsupported } from './unsupported.ts';

/** What is known of a visitor: the values of claims, with those of a group in an object of their own. */
export type Claims = { readonly [name: string]: unknown };

/** A part of an expression with what it came to. */
export interface Trace {
  text: string;
  value: unknown;
  /** The parts that it was computed from; those that were not needed are left out. */
  parts: readonly Trace[];
}

/** What a condition came to for a visitor. */
export type Evaluation = { kind: 'value'; holds: boolean; trace: Trace } | { kind: 'cannot'; reason: string };

/**
 * Evaluates a condition by walking its syntax tree; nothing is ever run as code. What the walk does not know, such as
 * assignments, functions and most methods, is no mistake: it only cannot be evaluated here.
 */
export function evaluateCondition(condition: string | ParsedCondition, claims: Claims): Evaluation {
  const parsed = typeof condition === 'string' ? parseCondition(condition) : condition;
  if ('problem' in parsed)
    return { kind: 'cannot', reason: `${parsed.problem} (character ${parsed.position})` };
  try {
    const trace = walk(parsed.tree, { source: parsed.source, visitor: { claims } });
    return { kind: 'value', holds: Boolean(trace.value), trace };
  } catch (error) {
    if (error instanceof Unsupported) return { kind: 'cannot', reason: error.message };
    if (error instanceof RangeError)
      return { kind: 'cannot', reason: 'The expression is nested too deeply.' };
    throw error;
  }
}

interface Scope {
  source: string;
  visitor: { claims: Claims };
}

function walk(node: AnyNode, scope: Scope): Trace {
  const text = scope.source.slice(node.start, node.end);
  const inner = (part: AnyNode) => walk(part, scope);
  const of = (value: unknown, ...parts: Trace[]): Trace => ({ text, value, parts });
  switch (node.type) {
    case 'ParenthesizedExpression':
      return inner(node.expression);
    case 'ChainExpression':
      return inner(node.expression);
    case 'Literal':
      if (node.regex) throw new Unsupported('Regular expressions');
      return of(node.value);
    case 'Identifier':
      if (node.name === 'visitor') return of(scope.visitor);
      if (node.name === 'undefined') return of(undefined);
      throw new Unsupported(`The name “${node.name}”`);
    case 'MemberExpression':
      return of(readMember(node, scope));
    case 'UnaryExpression': {
      const operand = inner(node.argument);
      return of(unary(node.operator, operand.value), operand);
    }
    case 'LogicalExpression':
      return logical(node, inner, of);
    case 'ConditionalExpression': {
      const test = inner(node.test);
      const chosen = inner(test.value ? node.consequent : node.alternate);
      return of(chosen.value, test, chosen);
    }
    case 'BinaryExpression': {
      const [left, right] = [inner(node.left), inner(node.right)];
      return of(compute(node.operator, left.value, right.value), left, right);
    }
    case 'ArrayExpression': {
      const items = node.elements.map((item) => {
        if (item === null) throw new Unsupported('An array with gaps');
        return inner(item);
      });
      return of(
        items.map(({ value }) => value),
        ...items,
      );
    }
    case 'CallExpression': {
      if (node.callee.type !== 'MemberExpression' || node.callee.property.type !== 'Identifier')
        throw new Unsupported('This call');
      const target = inner(node.callee.object);
      if (node.optional) throw new Unsupported('This call');
      if (node.callee.optional && isNothing(target.value)) return of(undefined, target);
      const given = node.arguments.map(inner);
      const name = node.callee.computed ? '' : node.callee.property.name;
      return of(
        callMethod(
          target.value,
          name,
          given.map(({ value }) => value),
        ),
        target,
        ...given,
      );
    }
    case 'AssignmentExpression':
      throw new Unsupported('An assignment (“=”; compare with “===”)');
    default:
      throw new Unsupported(`“${text.slice(0, 40)}”`);
  }
}

function logical(
  node: Extract<AnyNode, { type: 'LogicalExpression' }>,
  inner: (part: AnyNode) => Trace,
  of: (value: unknown, ...parts: Trace[]) => Trace,
): Trace {
  const left = inner(node.left);
  const decided = { '&&': !left.value, '||': Boolean(left.value), '??': !isNothing(left.value) };
  if (decided[node.operator]) return of(left.value, left);
  const right = inner(node.right);
  return of(right.value, left, right);
}

function unary(operator: string, value: unknown): unknown {
  if (operator === '!') return !value;
  if (operator === 'typeof') return typeof value;
  if (operator === '-' && typeof value === 'number') return -value;
  throw new Unsupported(`The operator “${operator}”`);
}

function readMember(node: Extract<AnyNode, { type: 'MemberExpression' }>, scope: Scope): unknown {
  const { value: target } = walk(node.object, scope);
  if (isNothing(target)) {
    if (node.optional) return undefined;
    const what = scope.source.slice(node.object.start, node.object.end);
    throw new Unsupported(`“${what}” is unset for this visitor. Its properties`);
  }
  const name = node.computed ? walk(node.property, scope).value : nameOf(node.property);
  if (typeof name !== 'string' && typeof name !== 'number') throw new Unsupported('This property');
  if ((typeof target === 'string' || Array.isArray(target)) && name === 'length') return target.length;
  if (typeof target !== 'object' || target === null) throw new Unsupported(`The property “${name}”`);
  return new Map<string, unknown>(Object.entries(target)).get(String(name));
}

const nameOf = (node: AnyNode) => (node.type === 'Identifier' ? node.name : null);

const isNothing = (value: unknown): value is null | undefined => value === null || value === undefined;

import { type AnyNode, type Expression, parseExpressionAt, tokenizer, tokTypes, type Options } from 'acorn';

/** A parsed condition, or the syntax error and its position (from 1). */
export type ParsedCondition =
  | { source: string; tree: Expression }
  | { source: string; problem: string; position: number };

// Keeps parentheses when parts are rewritten.
const options: Options = { ecmaVersion: 2023, sourceType: 'script', preserveParens: true };

/** Parses a condition as one JavaScript expression; it is never run. Never throws. */
export function parseCondition(source: string): ParsedCondition {
  let end = 0;
  try {
    const tree = parseExpressionAt(source, 0, options);
    end = tree.end;
    const next = tokenizer(source.slice(end), options).getToken();
    if (next.type === tokTypes.eof) return { source, tree };
    return { source, problem: 'Unexpected text after the expression.', position: end + next.start + 1 };
  } catch (error) {
    if (error instanceof RangeError)
      return { source, problem: 'The expression is nested too deeply.', position: 1 };
    const position = error instanceof SyntaxError && 'pos' in error ? Number(error.pos) : 0;
    return { source, problem: 'Not a valid expression.', position: end + position + 1 };
  }
}

type Primitive = string | number | boolean | null | undefined;

const isPrimitive = (value: unknown): value is Primitive =>
  value === null || ['string', 'number', 'boolean', 'undefined'].includes(typeof value);

/** Applies a binary operator as JavaScript does. Objects are only compared by identity. */
export function applyOperator(operator: string, left: unknown, right: unknown): unknown {
  if (operator === '===') return left === right;
  if (operator === '!==') return left !== right;
  if (!isPrimitive(left) || !isPrimitive(right))
    throw new UnsupportedError(`“${operator}” on a list or group`);
  const areStrings = typeof left === 'string' && typeof right === 'string';
  const [a, b] = [Number(left), Number(right)];
  switch (operator) {
    case '==':
      return isLooselyEqual(left, right);
    case '!=':
      return !isLooselyEqual(left, right);
    case '<':
      return areStrings ? left < right : a < b;
    case '>':
      return areStrings ? left > right : a > b;
    case '<=':
      return areStrings ? left <= right : a <= b;
    case '>=':
      return areStrings ? left >= right : a >= b;
    case '+':
      return typeof left === 'string' || typeof right === 'string'
        ? `${String(left)}${String(right)}`
        : a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return a / b;
    case '%':
      return a % b;
    default:
      throw new UnsupportedError(`The operator “${operator}”`);
  }
}

function isLooselyEqual(left: Primitive, right: Primitive): boolean {
  const nothing = (value: Primitive) => value === null || value === undefined;
  if (nothing(left) || nothing(right)) return nothing(left) && nothing(right);
  return typeof left === typeof right ? left === right : Number(left) === Number(right);
}

/** Calls one of the supported string and array methods. */
function callMethod(target: unknown, name: string, args: readonly unknown[]): unknown {
  const [first] = args;
  if (args.length === 1 && Array.isArray(target) && name === 'includes') return target.includes(first);
  if (typeof target === 'string' && args.length === 1 && typeof first === 'string') {
    if (name === 'includes') return target.includes(first);
    if (name === 'startsWith') return target.startsWith(first);
    if (name === 'endsWith') return target.endsWith(first);
  }
  if (typeof target === 'string' && args.length === 0) {
    if (name === 'toLowerCase') return target.toLowerCase();
    if (name === 'toUpperCase') return target.toUpperCase();
    if (name === 'trim') return target.trim();
  }
  throw new UnsupportedError(name === '' ? 'This call' : `The method “${name}”`);
}

/** A valid condition that uses syntax not supported in the browser. */
class UnsupportedError extends Error {
  /**
   * @param what start of a sentence: "Regular expressions"
   */
  constructor(what: string) {
    super(`${what} can’t be evaluated in the browser.`);
    this.name = 'Unsupported';
  }
}

/** The claim values of a visitor; groups are nested objects. */
export type ClaimValues = { readonly [name: string]: unknown };

/** A subexpression and its value. */
export interface Trace {
  text: string;
  value: unknown;
  /** The evaluated operands; skipped ones are left out. */
  parts: readonly Trace[];
}

/** The result of a condition for a visitor. */
export type Evaluation =
  | { kind: 'value'; isTrue: boolean; trace: Trace }
  | { kind: 'unsupported'; reason: string };

/**
 * Evaluates a condition by walking its syntax tree; no code is run. Unsupported syntax, such as assignments, functions
 * and most methods, is not an error of the condition.
 */
export function evaluateCondition(condition: string | ParsedCondition, claims: ClaimValues): Evaluation {
  const parsed = typeof condition === 'string' ? parseCondition(condition) : condition;
  if ('problem' in parsed)
    return { kind: 'unsupported', reason: `${parsed.problem} (character ${parsed.position})` };
  try {
    const trace = evaluateNode(parsed.tree, { source: parsed.source, visitor: { claims } });
    return { kind: 'value', isTrue: Boolean(trace.value), trace };
  } catch (error) {
    if (error instanceof UnsupportedError) return { kind: 'unsupported', reason: error.message };
    if (error instanceof RangeError)
      return { kind: 'unsupported', reason: 'The expression is nested too deeply.' };
    throw error;
  }
}

interface Scope {
  source: string;
  visitor: { claims: ClaimValues };
}

function evaluateNode(node: AnyNode, scope: Scope): Trace {
  const text = scope.source.slice(node.start, node.end);
  const evaluateChild = (part: AnyNode) => evaluateNode(part, scope);
  const traced = (value: unknown, ...parts: Trace[]): Trace => ({ text, value, parts });
  switch (node.type) {
    case 'ParenthesizedExpression':
      return evaluateChild(node.expression);
    case 'ChainExpression':
      return evaluateChild(node.expression);
    case 'Literal':
      if (node.regex) throw new UnsupportedError('Regular expressions');
      return traced(node.value);
    case 'Identifier':
      if (node.name === 'visitor') return traced(scope.visitor);
      if (node.name === 'undefined') return traced(undefined);
      throw new UnsupportedError(`The name “${node.name}”`);
    case 'MemberExpression':
      return traced(readMember(node, scope));
    case 'UnaryExpression': {
      const operand = evaluateChild(node.argument);
      return traced(unary(node.operator, operand.value), operand);
    }
    case 'LogicalExpression':
      return logical(node, evaluateChild, traced);
    case 'ConditionalExpression': {
      const test = evaluateChild(node.test);
      const branch = evaluateChild(test.value ? node.consequent : node.alternate);
      return traced(branch.value, test, branch);
    }
    case 'BinaryExpression': {
      const [left, right] = [evaluateChild(node.left), evaluateChild(node.right)];
      return traced(applyOperator(node.operator, left.value, right.value), left, right);
    }
    case 'ArrayExpression': {
      const items = node.elements.map((item) => {
        if (item === null) throw new UnsupportedError('An array with gaps');
        return evaluateChild(item);
      });
      return traced(
        items.map(({ value }) => value),
        ...items,
      );
    }
    case 'CallExpression': {
      if (node.callee.type !== 'MemberExpression' || node.callee.property.type !== 'Identifier')
        throw new UnsupportedError('This call');
      const target = evaluateChild(node.callee.object);
      if (node.optional) throw new UnsupportedError('This call');
      if (node.callee.optional && isNullish(target.value)) return traced(undefined, target);
      const args = node.arguments.map(evaluateChild);
      const name = node.callee.computed ? '' : node.callee.property.name;
      return traced(
        callMethod(
          target.value,
          name,
          args.map(({ value }) => value),
        ),
        target,
        ...args,
      );
    }
    case 'AssignmentExpression':
      throw new UnsupportedError('An assignment (“=”; compare with “===”)');
    default:
      throw new UnsupportedError(`“${text.slice(0, 40)}”`);
  }
}

function logical(
  node: Extract<AnyNode, { type: 'LogicalExpression' }>,
  inner: (part: AnyNode) => Trace,
  of: (value: unknown, ...parts: Trace[]) => Trace,
): Trace {
  const leftOperand = inner(node.left);
  const decided = {
    '&&': !leftOperand.value,
    '||': Boolean(leftOperand.value),
    '??': !isNullish(leftOperand.value),
  };
  if (decided[node.operator]) return of(leftOperand.value, leftOperand);
  const right = inner(node.right);
  return of(right.value, leftOperand, right);
}

function unary(operator: string, value: unknown): unknown {
  if (operator === '!') return !value;
  if (operator === 'typeof') return typeof value;
  if (operator === '-' && typeof value === 'number') return -value;
  throw new UnsupportedError(`The operator “${operator}”`);
}

function readMember(node: Extract<AnyNode, { type: 'MemberExpression' }>, scope: Scope): unknown {
  const { value: target } = evaluateNode(node.object, scope);
  if (isNullish(target)) {
    if (node.optional) return undefined;
    const what = scope.source.slice(node.object.start, node.object.end);
    throw new UnsupportedError(`“${what}” is unset for this visitor. Its properties`);
  }
  const name = node.computed ? evaluateNode(node.property, scope).value : identifierName(node.property);
  if (typeof name !== 'string' && typeof name !== 'number') throw new UnsupportedError('This property');
  if ((typeof target === 'string' || Array.isArray(target)) && name === 'length') return target.length;
  // A list has methods beside its items; only calls of some are supported.
  const isMethod = Array.isArray(target) && name in Array.prototype;
  if (typeof target !== 'object' || target === null || isMethod)
    throw new UnsupportedError(`The property “${name}”`);
  return new Map<string, unknown>(Object.entries(target)).get(String(name));
}

const identifierName = (node: AnyNode) => (node.type === 'Identifier' ? node.name : null);

const isNullish = (value: unknown): value is null | undefined => value === null || value === undefined;

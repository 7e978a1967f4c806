import { UnsupportedError } from './unsupported-error.ts';

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
export function callMethod(target: unknown, name: string, args: readonly unknown[]): unknown {
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

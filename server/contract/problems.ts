import type { ErrorObject } from 'ajv';
import { describeFormat } from './formats.ts';

/** A problem with a value: its path (`body.title`) and the predicate of the sentence ("must be …"). */
export interface Problem {
  path: string;
  problem: string;
}

/** Enough to correct a request; processing all errors of a large one would take minutes. */
const MAX_ERRORS = 1000;

/** Describes the validator's errors in `part` (`body`, `query`, `path`) of a request. */
export function describeProblems(part: string, errors: readonly ErrorObject[]): Problem[] {
  const problems = simplifyUnionErrors(errors.slice(0, MAX_ERRORS)).map((error) => describe(part, error));
  const seenPaths = new Set<string>();
  return problems.filter(({ path, problem }) => {
    const key = `${path} ${problem}`;
    return !seenPaths.has(key) && seenPaths.add(key);
  });
}

/**
 * A failed union reports the errors of every branch and then its own. If exactly one branch has the value's type, its
 * errors are kept; otherwise the error of the union.
 */
function simplifyUnionErrors(errors: readonly ErrorObject[]): ErrorObject[] {
  const unions = errors.filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf');
  let remaining = [...errors];
  for (const union of unions) {
    const below = remaining.filter((error) => error !== union && isAtOrBelow(error, union));
    const misfits = below.filter(
      (error) => error.keyword === 'type' && error.instancePath === union.instancePath,
    );
    const branches: unknown = union.parentSchema?.[union.keyword];
    const fitting = (Array.isArray(branches) ? branches.length : 0) - misfits.length;
    const dropped = fitting === 1 ? [union, ...misfits] : below;
    remaining = remaining.filter((error) => !dropped.includes(error));
  }
  return remaining;
}

function isAtOrBelow(error: ErrorObject, union: ErrorObject): boolean {
  return error.instancePath === union.instancePath || error.instancePath.startsWith(`${union.instancePath}/`);
}

function describe(part: string, error: ErrorObject): Problem {
  const path = formatPath(part, error.instancePath);
  switch (error.keyword) {
    case 'required':
      return { path: `${path}.${error.params.missingProperty}`, problem: 'is required' };
    case 'additionalProperties':
      return { path: `${path}.${error.params.additionalProperty}`, problem: 'is not a known property' };
    case 'propertyNames':
      return { path: `${path}.${error.params.propertyName}`, problem: 'is not an allowed property name' };
    default:
      return { path, problem: describeValue(error) };
  }
}

/** `/items/0/title` in `body` becomes `body.items[0].title`. */
function formatPath(part: string, instancePath: string): string {
  return instancePath
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((path, step) => (/^\d+$/.test(step) ? `${path}[${step}]` : `${path}.${step}`), part);
}

function describeValue({ keyword, params, parentSchema }: ErrorObject): string {
  switch (keyword) {
    case 'type':
      return `must be ${describeTypes(params.type)}`;
    case 'enum':
      return `must be ${orList(params.allowedValues)}`;
    case 'const':
      return `must be ${String(params.allowedValue)}`;
    case 'minLength':
      return params.limit === 1 ? 'must not be empty' : `must have at least ${params.limit} characters`;
    case 'maxLength':
      return `must have at most ${params.limit} characters`;
    case 'minItems':
      return `must have at least ${params.limit} ${params.limit === 1 ? 'item' : 'items'}`;
    case 'maxItems':
      return `must have at most ${params.limit} items`;
    case 'maxProperties':
      return `must have at most ${params.limit} properties`;
    case 'uniqueItems':
      return 'must not contain duplicate items';
    case 'minimum':
      return `must be at least ${params.limit}`;
    case 'maximum':
      return `must be at most ${params.limit}`;
    case 'format':
      return describeFormat(params.format);
    case 'pattern':
      return `must match the pattern ${params.pattern}`;
    case 'anyOf':
    case 'oneOf':
      return describeUnion(parentSchema?.[keyword]);
    default:
      return 'is not valid';
  }
}

const TYPES: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
  null: 'null',
};

function describeTypes(types: string | readonly string[]): string {
  return orList([types].flat().map((type) => TYPES[type] ?? type));
}

function describeUnion(branches: unknown): string {
  const types: unknown[] = Array.isArray(branches) ? branches.map((branch) => branch?.type) : [];
  const typeNames = types.filter((type) => typeof type === 'string');
  return typeNames.length === types.length && new Set(typeNames).size > 1
    ? `must be ${describeTypes(typeNames)}`
    : 'matches none of the allowed types';
}

function orList(values: readonly unknown[]): string {
  const labels = values.map(String);
  return labels.length < 2 ? labels.join('') : `${labels.slice(0, -1).join(', ')} or ${labels.at(-1)}`;
}

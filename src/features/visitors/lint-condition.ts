import type { AnyNode } from 'acorn';
import {
  type ClaimValues,
  evaluateCondition,
  applyOperator,
  parseCondition,
  type ParsedCondition,
} from '#api/evaluate-condition.ts';
import { claimUses, claimOfNode, childNodes } from './claim-uses.ts';
import type { ClaimValue } from './claim-value.ts';
import type { Claim } from './claims.ts';
import { type Literal, literalOf, unwrap } from './condition-literals.ts';

/** A problem found in a condition. */
export interface Finding {
  /** `error`: it does not do what was meant; `warning`: it may not. */
  severity: 'error' | 'warning';
  message: string;
}

/** A comparison of a claim with a literal. */
interface Comparison {
  claim: string;
  operator: string;
  literal: Literal;
}

const equalities = new Set(['==', '!=', '===', '!==']);
const orderings = new Set(['<', '>', '<=', '>=']);
const typeLabels = new Map([
  ['string', 'a string'],
  ['number', 'a number'],
  ['integer', 'a number'],
  ['boolean', 'a boolean'],
]);

/**
 * Finds comparisons of claims with values they can never have. Claims without exactly one declared type are not
 * checked.
 */
export function checkLiterals(parsed: ParsedCondition, claims: readonly Claim[]): Finding[] {
  if ('problem' in parsed) return [];
  const findings = comparisonsIn(parsed.tree).flatMap((comparison) => {
    const claim = claims.find(({ name }) => name === comparison.claim);
    return (claim && checkComparison(comparison, claim)) ?? [];
  });
  return findings.filter(
    ({ message }, index) => findings.findIndex((candidate) => candidate.message === message) === index,
  );
}

function checkComparison({ operator, literal }: Comparison, claim: Claim): Finding | null {
  return checkEnum(operator, literal, claim) ?? checkType(operator, literal, claim);
}

/** Checks the literal against the enum values of the claim. */
function checkEnum(operator: string, literal: Literal, { name, values }: Claim): Finding | null {
  if (!values || !equalities.has(operator)) return null;
  const equality = operator.replace('!', '=');
  if (values.some((value) => applyOperator(equality, value, literal) === true)) return null;
  const suggestion = values.find((value) => isMisspelled(literal, value));
  const hint =
    suggestion === undefined
      ? `Use one of ${listValues(values)}.`
      : `Did you mean ${formatLiteral(suggestion)}?`;
  return { severity: 'error', message: `“${name}” is never ${formatLiteral(literal)}. ${hint}` };
}

/** Short values are too similar to each other for a suggestion. */
const isMisspelled = (literal: Literal, value: ClaimValue) =>
  typeof literal === 'string' &&
  typeof value === 'string' &&
  value.length > 2 &&
  isSimilar(literal.toLowerCase(), value.toLowerCase());

function checkType(operator: string, literal: Literal, { name, type }: Claim): Finding | null {
  const [actualType, literalType] = [typeLabels.get(type ?? ''), typeLabels.get(typeof literal)];
  if (!actualType || actualType === literalType) return null;
  const says = `“${name}” is ${actualType} and ${formatLiteral(literal)} is ${literalType}`;
  if (type === 'boolean' && isSigned(name))
    return { severity: 'warning', message: `${says}. Only a signed token can contain ${literalType}.` };
  if (isConverted(operator, literal, type))
    return { severity: 'warning', message: `${says}. They are compared as numbers.` };
  const never = orderings.has(operator) ? 'This comparison is never true' : 'They are never equal';
  return { severity: 'error', message: `${says}. ${never}.` };
}

/** Whether JavaScript's conversion to numbers can make the comparison true. */
function isConverted(operator: string, literal: Literal, type: string | undefined): boolean {
  if (operator === '===' || operator === '!==') return false;
  const number = Number(literal);
  return type === 'boolean' && !orderings.has(operator)
    ? number === 0 || number === 1
    : !Number.isNaN(number);
}

/** Whether a claim comes from signed tokens, of which the site checks the names of claims and not their types. */
const isSigned = (name: string) => !name.startsWith('unsigned.');

/** The claims with the texts and numbers that conditions compare them with, where they can have some. */
export function withComparedValues(claims: readonly Claim[], conditions: readonly string[]): Claim[] {
  const compared = new Map<string, Set<string | number>>();
  for (const condition of conditions) {
    const parsed = parseCondition(condition);
    if ('problem' in parsed) continue;
    for (const { claim, literal } of comparisonsIn(parsed.tree))
      if (typeof literal !== 'boolean') compared.set(claim, (compared.get(claim) ?? new Set()).add(literal));
  }
  return claims.map((claim) => {
    const values = compared.get(claim.name);
    return claim.type === 'boolean' && isSigned(claim.name) && values
      ? { ...claim, compared: [...values] }
      : claim;
  });
}

const formatLiteral = (value: ClaimValue) => JSON.stringify(value);

/** Only the first values are named. */
const MAX_LISTED = 6;

const listValues = (values: readonly ClaimValue[]) =>
  values.slice(0, MAX_LISTED).map(formatLiteral).join(', ') + (values.length > MAX_LISTED ? ', …' : '');

/** All comparisons of claims with literals, in source order. */
function comparisonsIn(tree: AnyNode): Comparison[] {
  const comparisons: (Comparison & { start: number })[] = [];
  // Iterative, because long conditions are nested deeper than the stack.
  const pending = [tree];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const { start } = node;
    comparisons.push(...comparisonsOf(node).map((comparison) => ({ ...comparison, start })));
    pending.push(...childNodes(node));
  }
  return comparisons.toSorted((a, b) => a.start - b.start);
}

function comparisonsOf(node: AnyNode): Comparison[] {
  if (node.type === 'CallExpression') return comparisonsInIncludes(node);
  if (node.type !== 'BinaryExpression') return [];
  const { operator, left, right } = node;
  if (!equalities.has(operator) && !orderings.has(operator)) return [];
  return [...comparisonOf(operator, left, right), ...comparisonOf(operator, right, left)];
}

function comparisonOf(operator: string, left: AnyNode, right: AnyNode): Comparison[] {
  const [claim, literal] = [claimOfNode(unwrap(left)), literalOf(right)];
  return claim === null || literal === null ? [] : [{ claim, operator, literal }];
}

const textMethods: ReadonlySet<string> = new Set(['includes', 'startsWith', 'endsWith']);

/**
 * `["free", "pro"].includes(visitor.claims.plan)` is a comparison with each element,
 * `visitor.claims.plan.startsWith("pro")` one with a text.
 */
function comparisonsInIncludes(call: Extract<AnyNode, { type: 'CallExpression' }>): Comparison[] {
  const { callee, arguments: args } = call;
  const [argument] = args;
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier' || !argument) return [];
  const { name } = callee.property;
  const subject = unwrap(callee.object);
  if (textMethods.has(name) && claimOfNode(subject) !== null) return comparisonOf(name, subject, argument);
  if (subject.type !== 'ArrayExpression' || name !== 'includes') return [];
  return subject.elements.flatMap((element) =>
    element === null ? [] : comparisonOf('===', argument, element),
  );
}

/** Whether two words differ by one letter changed, added, removed or swapped. */
function isSimilar(a: string, b: string): boolean {
  if (a === b) return true;
  let start = 0;
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  return Math.max(a.length, b.length) - start - end <= 2 && Math.abs(a.length - b.length) <= 1;
}

/** The maximum number of combinations that are evaluated: six boolean claims, each true, false or unset. */
const MAX_COMBINATIONS = 3 ** 6;

export function lintCondition(condition: string, claims: readonly Claim[]): Finding[] {
  const claimNames = claims.map(({ name }) => name);
  const parsed = parseCondition(condition);
  if ('problem' in parsed)
    return [{ severity: 'error', message: `${parsed.problem} (character ${parsed.position})` }];
  const used = [...new Set(claimUses(parsed).map(({ claim }) => claim))];
  const unknown = used.filter(
    (claim) =>
      !claimNames.some(
        (name) => name === claim || `${name}.length` === claim || name.startsWith(`${claim}.`),
      ),
  );
  const findings = unknown.map((claim): Finding => ({
    severity: 'error',
    message: unknownClaimMessage(claim, claimNames),
  }));
  findings.push(...checkLiterals(parsed, claims));
  if (used.length === 0)
    findings.push({ severity: 'warning', message: 'Uses no claim, so it’s the same for every visitor.' });
  const outcome = evaluateAll(condition, used, claims);
  if (outcome === 'unsupported')
    findings.push({ severity: 'warning', message: 'Can’t be evaluated in the browser for every visitor.' });
  if (used.length > 0 && outcome === 'never')
    findings.push({ severity: 'error', message: 'Never true: hidden from everyone.' });
  if (used.length > 0 && outcome === 'always')
    findings.push({ severity: 'warning', message: 'Always true: visible to everyone.' });
  return findings;
}

function unknownClaimMessage(claim: string, known: readonly string[]): string {
  const suggestion = known.find((name) => isSimilar(name.toLowerCase(), claim.toLowerCase()));
  return `Claim “${claim}” doesn’t exist.${suggestion === undefined ? '' : ` Did you mean “${suggestion}”?`}`;
}

/**
 * Evaluates a condition for all combinations of claim values.
 *
 * @returns null if there are too many, for example for texts
 */
function evaluateAll(
  condition: string,
  used: readonly string[],
  claims: readonly Claim[],
): 'always' | 'never' | 'varies' | 'unsupported' | null {
  const usable = withComparedValues(claims, [condition]);
  const values = used.map((name) => possibleValues(usable.find((claim) => claim.name === name)));
  if (values.reduce((product, { length }) => product * length, 1) > MAX_COMBINATIONS) return null;
  if (values.some(({ length }) => length === 0)) return null;
  const parsed = parseCondition(condition);
  const results = new Set<boolean>();
  for (const visitor of possibleVisitors(used, values)) {
    const result = evaluateCondition(parsed, visitor);
    if (result.kind === 'unsupported') return 'unsupported';
    results.add(result.isTrue);
  }
  if (results.size === 2) return 'varies';
  return results.has(true) ? 'always' : 'never';
}

type PossibleValue = ClaimValue | undefined;

/** All values of a claim, unset included; empty if they cannot be listed. */
function possibleValues(claim: Claim | undefined): readonly PossibleValue[] {
  if (claim?.values) return [...claim.values, undefined];
  if (claim?.compared) return [];
  return claim?.type === 'boolean' ? [true, false, undefined] : [];
}

function* possibleVisitors(
  used: readonly string[],
  values: readonly (readonly PossibleValue[])[],
  chosen: ReadonlyMap<string, PossibleValue> = new Map(),
): Generator<ClaimValues> {
  const name = used[chosen.size];
  if (name === undefined) yield buildClaimValues(chosen, used);
  else
    for (const value of values[chosen.size] ?? [])
      yield* possibleVisitors(used, values, new Map([...chosen, [name, value]]));
}

/**
 * The claim values as conditions read them.
 *
 * @param values by claim; missing ones are unset
 * @param known the names of all claims, because their groups exist for every visitor
 */
export function buildClaimValues(
  values: ReadonlyMap<string, PossibleValue>,
  known: readonly string[],
): ClaimValues {
  const claims: Record<string, unknown> = {};
  const groups: Record<string, Record<string, unknown>> = {};
  for (const claim of new Set([...known, ...values.keys()])) {
    const [group = '', ...rest] = claim.split('.');
    const value = values.get(claim);
    const name = rest.join('.');
    const target = name === '' ? claims : (groups[group] ??= {});
    if (value !== undefined) target[name === '' ? group : name] = value;
  }
  return { ...claims, ...groups };
}

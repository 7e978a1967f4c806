/** What a rule about a claim can say. */
import type { Claim } from '../claims.ts';
import type { Literal } from '../condition-literals.ts';
import type { Operator, Rule, RuleFields } from './condition-rules.ts';

export const operatorLabels: Record<Operator, string> = {
  true: 'is true',
  'not-true': 'is not true',
  '===': 'is',
  '!==': 'is not',
  '==': 'equals',
  '!=': 'doesn’t equal',
  '<': 'is less than',
  '<=': 'is at most',
  '>': 'is more than',
  '>=': 'is at least',
  in: 'is one of',
  'not-in': 'is none of',
  includes: 'contains',
  'not-includes': 'doesn’t contain',
  startsWith: 'starts with',
  'not-startsWith': 'doesn’t start with',
  endsWith: 'ends with',
  'not-endsWith': 'doesn’t end with',
  set: 'is set',
  unset: 'is not set',
};

const truths: readonly Operator[] = ['true', 'not-true'];
const equalities: readonly Operator[] = ['===', '!==', 'in', 'not-in'];
const ofTexts: readonly Operator[] = ['includes', 'not-includes', 'startsWith', 'endsWith'];
const ofNumbers: readonly Operator[] = ['<', '<=', '>', '>='];
const presence: readonly Operator[] = ['set', 'unset'];

type ValueType = 'text' | 'number' | 'boolean';

/** The types of values that a rule about a claim can have, the likeliest first. */
function typesOf({ type, values = [], compared = [] }: Claim): ValueType[] {
  const types = [...values, ...compared].map(typeOfValue);
  if (type === 'string') types.push('text');
  if (type === 'number' || type === 'integer') types.push('number');
  if (type === undefined) types.push('boolean', 'text', 'number');
  return [...new Set(types)];
}

const typeOfValue = (value: Literal | null): ValueType =>
  typeof value === 'string' ? 'text' : typeof value === 'number' ? 'number' : 'boolean';

const isTruthy = ({ type }: Claim) => type === undefined || type === 'boolean';

/** The operators for a claim, with the one that the rule has. */
export function operatorsFor(claim: Claim, current: Operator): Operator[] {
  const types = typesOf(claim);
  const operators = [
    ...(isTruthy(claim) ? truths : []),
    ...(types.length > 0 ? equalities : []),
    ...(types.includes('text') || claim.type === 'array' ? ofTexts : []),
    ...(types.includes('number') ? ofNumbers : []),
    ...presence,
  ];
  return operators.includes(current) ? operators : [current, ...operators];
}

const hasNone: ReadonlySet<Operator> = new Set([...truths, ...presence]);
const hasText: ReadonlySet<Operator> = new Set([...ofTexts, 'not-startsWith', 'not-endsWith']);
const hasNumber: ReadonlySet<Operator> = new Set(ofNumbers);

export const hasValue = (operator: Operator) => !hasNone.has(operator);
export const hasList = (operator: Operator) => operator === 'in' || operator === 'not-in';

/** A value to begin with: one that the claim is known to have. */
function firstValue(claim: Claim, type: ValueType | undefined): Literal {
  const listed = [...(claim.values ?? []), ...(claim.compared ?? [])].filter((value) => value !== null);
  const fitting = listed.find((value) => type === undefined || typeOfValue(value) === type);
  if (fitting !== undefined) return fitting;
  const wanted = type ?? typesOf(claim)[0] ?? 'boolean';
  return wanted === 'text' ? '' : wanted === 'number' ? 0 : true;
}

/** A rule with another operator; its value stays where it fits. */
export function withOperator(claim: Claim, rule: RuleFields, operator: Operator): RuleFields {
  const type = hasText.has(operator) ? 'text' : hasNumber.has(operator) ? 'number' : undefined;
  const kept = rule.values.filter((value) => type === undefined || typeOfValue(value) === type);
  if (!hasValue(operator)) return { claim: claim.name, operator, values: [] };
  if (hasList(operator) && kept.length > 0) return { claim: claim.name, operator, values: kept };
  const [value = firstValue(claim, type)] = kept;
  return { claim: claim.name, operator, values: [value] };
}

/** A rule about another claim: with the same operator, if that claim has it. */
export function withClaimOf(claim: Claim, rule: RuleFields): RuleFields {
  const [first = 'set'] = operatorsFor(claim, 'set');
  const isOffered = operatorsFor(claim, first).includes(rule.operator);
  if (isOffered && !hasValue(rule.operator)) return { ...rule, claim: claim.name };
  return withOperator(claim, { ...rule, values: [] }, isOffered ? rule.operator : first);
}

/** A new rule: about the first claim that no rule is about. */
export function newRule(claims: readonly Claim[], rules: readonly Rule[]): RuleFields | null {
  const unused = claims.find(({ name }) => rules.every((rule) => rule.claim !== name));
  const claim = unused ?? claims[0];
  if (!claim) return null;
  const [operator = 'set'] = operatorsFor(claim, 'set');
  return withOperator(claim, { claim: claim.name, operator, values: [] }, operator);
}

/** Values as one text: "free, pro"; null if they can't be told apart in it. */
export function listText(values: readonly Literal[]): string | null {
  const isPlain = (value: Literal) =>
    typeof value === 'string' ? value !== '' && value === value.trim() && !value.includes(',') : true;
  const types = new Set(values.map(typeOfValue));
  return types.size <= 1 && !types.has('boolean') && values.every(isPlain) ? values.join(', ') : null;
}

/** The values of a text of a list, of the type that the rule had; null if one is no number where all were. */
export function listFromText(text: string, before: readonly Literal[]): Literal[] | null {
  const parts = text.split(',').flatMap((part) => part.trim() || []);
  if (typeof before[0] !== 'number') return parts;
  const numbers = parts.map(Number);
  return numbers.every(Number.isFinite) ? numbers : null;
}

import {
  type ClaimValues,
  evaluateCondition,
  type ParsedCondition,
  parseCondition,
} from '#api/evaluate-condition.ts';
import { WeightedCache } from '#server/base/weighted-cache.ts';
import type { TextConditions } from '#server/database/tables/stored-texts.ts';

/** Parsed conditions by source; weights are numbers of characters. */
const parsedConditions = new WeightedCache<ParsedCondition>(2_000_000);

/** What a condition is for a visitor; undefined where it cannot be evaluated. */
function outcomeOf(condition: string, claims: ClaimValues): boolean | undefined {
  const parsedCondition = parsedConditions.get(condition);
  const parsed = parsedCondition ?? parseCondition(condition);
  if (!parsedCondition) parsedConditions.set(condition, parsed, condition.length + 1);
  const evaluation = evaluateCondition(parsed, claims);
  return evaluation.kind === 'value' ? evaluation.isTrue : undefined;
}

/**
 * Whether a condition holds for a visitor. One that cannot be evaluated hides its item: showing it could
 * disclose restricted content.
 */
export function conditionHolds(condition: string, claims: ClaimValues): boolean {
  return outcomeOf(condition, claims) === true;
}

/**
 * The branches of a text that a visitor sees, in order. Where a condition cannot be evaluated, none of its branches is
 * shown: not that of `else` either.
 */
export function shownBranches({ expressions, guards }: TextConditions, claims: ClaimValues): number[] {
  const outcomes = expressions.map((expression) => outcomeOf(expression, claims));
  return guards.flatMap((guard, place) =>
    guard.every(([expression, isTrue]) => outcomes[expression] === isTrue) ? [place] : [],
  );
}

import { evaluateCondition, type ParsedCondition, parseCondition } from '#api/evaluate-condition.ts';
import { WeightedCache } from '#server/base/weighted-cache.ts';

/** Parsed conditions by source; weights are numbers of characters. */
const parsedConditions = new WeightedCache<ParsedCondition>(2_000_000);

/**
 * Whether a condition holds for a visitor. One that cannot be evaluated hides its item: showing it could
 * disclose restricted content.
 */
export function conditionHolds(condition: string, claims: Readonly<Record<string, unknown>>): boolean {
  const parsedCondition = parsedConditions.get(condition);
  const parsed = parsedCondition ?? parseCondition(condition);
  if (!parsedCondition) parsedConditions.set(condition, parsed, condition.length + 1);
  const evaluation = evaluateCondition(parsed, claims);
  return evaluation.kind === 'value' && evaluation.isTrue;
}

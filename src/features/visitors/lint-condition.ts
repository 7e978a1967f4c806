import { checkLiterals } from './check-literals.ts';
import { claimUses } from './claim-uses.ts';
import type { Claim, ClaimValue } from './claims.ts';
import { type ClaimValues, evaluateCondition } from './evaluate-condition.ts';
import type { Finding } from './finding.ts';
import { isSimilar } from './is-similar.ts';
import { parseCondition } from './parse-condition.ts';

/** The maximum number of combinations that are evaluated: six boolean claims, each true, false or unset. */
const MAX_COMBINATIONS = 3 ** 6;

export function lintCondition(condition: string, claims: readonly Claim[]): Finding[] {
  const known = claims.map(({ name }) => name);
  const parsed = parseCondition(condition);
  if ('problem' in parsed)
    return [{ severity: 'mistake', message: `${parsed.problem} (character ${parsed.position})` }];
  const used = [...new Set(claimUses(parsed).map(({ claim }) => claim))];
  const unknown = used.filter(
    (claim) =>
      !known.some((one) => one === claim || `${one}.length` === claim || one.startsWith(`${claim}.`)),
  );
  const findings = unknown.map((claim): Finding => ({
    severity: 'mistake',
    message: unknownClaimMessage(claim, known),
  }));
  findings.push(...checkLiterals(parsed, claims));
  if (used.length === 0)
    findings.push({ severity: 'remark', message: 'Uses no claim, so it’s the same for every visitor.' });
  const outcome = evaluateAll(condition, used, claims);
  if (outcome === 'cannot')
    findings.push({ severity: 'remark', message: 'Can’t be evaluated in the browser for every visitor.' });
  if (used.length > 0 && outcome === 'never')
    findings.push({ severity: 'mistake', message: 'Never true: hidden from everyone.' });
  if (used.length > 0 && outcome === 'always')
    findings.push({ severity: 'remark', message: 'Always true: visible to everyone.' });
  return findings;
}

function unknownClaimMessage(claim: string, known: readonly string[]): string {
  const suggestion = known.find((one) => isSimilar(one.toLowerCase(), claim.toLowerCase()));
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
): 'always' | 'never' | 'varies' | 'cannot' | null {
  const values = used.map((name) => possibleValues(claims.find((claim) => claim.name === name)));
  if (values.reduce((product, { length }) => product * length, 1) > MAX_COMBINATIONS) return null;
  if (values.some(({ length }) => length === 0)) return null;
  const parsed = parseCondition(condition);
  const seen = new Set<boolean>();
  for (const visitor of possibleVisitors(used, values)) {
    const result = evaluateCondition(parsed, visitor);
    if (result.kind === 'cannot') return 'cannot';
    seen.add(result.holds);
  }
  if (seen.size === 2) return 'varies';
  return seen.has(true) ? 'always' : 'never';
}

type PossibleValue = ClaimValue | undefined;

/** All values of a claim, unset included; empty if they cannot be listed. */
function possibleValues(claim: Claim | undefined): readonly PossibleValue[] {
  if (claim?.values) return [...claim.values, undefined];
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

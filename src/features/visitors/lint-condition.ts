import { claimUses } from './claim-uses.ts';
import { type Claims, evaluateCondition } from './evaluate-condition.ts';
import { parseCondition } from './parse-condition.ts';

/** Something about a condition that somebody should know. */
export interface Finding {
  /** `mistake`: it does not do what was meant; `remark`: it perhaps does not. */
  weight: 'mistake' | 'remark';
  says: string;
}

/** So many claims are tried in all combinations; three values each. */
const mostTried = 6;

/** What is wrong or odd about a condition. @param known the names of the site's claims */
export function lintCondition(condition: string, known: readonly string[]): Finding[] {
  const parsed = parseCondition(condition);
  if ('problem' in parsed)
    return [{ weight: 'mistake', says: `${parsed.problem} (character ${parsed.position})` }];
  const used = [...new Set(claimUses(parsed).map(({ claim }) => claim))];
  const unknown = used.filter((claim) => !known.some((one) => one === claim || one.startsWith(`${claim}.`)));
  const findings = unknown.map((claim): Finding => ({ weight: 'mistake', says: sayUnknown(claim, known) }));
  if (used.length === 0)
    findings.push({ weight: 'remark', says: 'It reads no claim: it says the same of everybody.' });
  const outcome = used.length <= mostTried ? tryAll(condition, used) : null;
  if (outcome === 'cannot')
    findings.push({ weight: 'remark', says: 'It cannot be evaluated here for every visitor.' });
  if (used.length > 0 && outcome === 'never')
    findings.push({ weight: 'mistake', says: 'It is never true: nobody sees this.' });
  if (used.length > 0 && outcome === 'always')
    findings.push({ weight: 'remark', says: 'It is always true: everybody sees this, as without it.' });
  return findings;
}

function sayUnknown(claim: string, known: readonly string[]): string {
  const near = known.find((one) => isNear(one.toLowerCase(), claim.toLowerCase()));
  return `There is no claim “${claim}”.${near === undefined ? '' : ` Is “${near}” meant?`}`;
}

/** Whether one letter was changed, left out, added or swapped with the next. */
function isNear(a: string, b: string): boolean {
  if (a === b) return true;
  let start = 0;
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  return Math.max(a.length, b.length) - start - end <= 2 && Math.abs(a.length - b.length) <= 1;
}

/** What a condition comes to for all visitors that differ in these claims. */
function tryAll(condition: string, used: readonly string[]): 'always' | 'never' | 'varies' | 'cannot' {
  const parsed = parseCondition(condition);
  const seen = new Set<boolean>();
  for (const claims of visitorsOf(used)) {
    const result = evaluateCondition(parsed, claims);
    if (result.kind === 'cannot') return 'cannot';
    seen.add(result.holds);
  }
  if (seen.size === 2) return 'varies';
  return seen.has(true) ? 'always' : 'never';
}

function* visitorsOf(used: readonly string[]): Generator<Claims> {
  for (let number = 0; number < 3 ** used.length; number += 1) {
    const values = used.map(
      (claim, index) => [claim, [true, false, undefined][Math.floor(number / 3 ** index) % 3]] as const,
    );
    yield claimsFrom(new Map(values), used);
  }
}

/**
 * The claims of a visitor as conditions read them.
 *
 * @param values by claim; what is missing or undefined is not known of the visitor
 * @param known the names of all claims: their groups exist for every visitor
 */
export function claimsFrom(
  values: ReadonlyMap<string, boolean | undefined>,
  known: readonly string[],
): Claims {
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

// @module-tag without-database
import { describe, expect, it } from 'vitest';
import { asksForUnknownClaim, FINDING_KINDS, Findings } from './site-checks.rules.ts';

describe('the findings of a check', () => {
  it('are listed by kind, and so many of each that they can be stored', () => {
    const findings = new Findings();
    for (let at = 0; at < 2500; at += 1)
      for (const kind of FINDING_KINDS.toReversed()) findings.add({ kind, space_id: 's', title: String(at) });
    const kinds = findings.all().map(({ kind }) => kind);
    expect([...new Set(kinds)]).toEqual([...FINDING_KINDS]);
    expect(kinds).toHaveLength(7 * 2000 + 2500);
    expect([...findings.partial].toSorted()).toEqual(
      FINDING_KINDS.filter((kind) => kind !== 'dead-link').toSorted(),
    );
  });
});

describe('a condition', () => {
  const schema = { properties: { isCrew: {}, unsigned: { properties: { language: {} } } } };

  it.each([
    ['visitor.claims.isCrew', false],
    ['visitor.claims.unsigned.language && !visitor.claims.isCrew', false],
    ['visitor.claims.unsigned', false],
    ['visitor.claims.gone', true],
    ['visitor.claims.isCrew || visitor.claims.unsigned.gone', true],
    ['visitor.claims.constructor', true],
    ['visitor.claims.isCrew == "visitor.claims.gone"', false],
    ['true', false],
  ])('%s asks for a claim that no visitor has: %s', (expression, isDead) => {
    expect(asksForUnknownClaim(expression, schema)).toBe(isDead);
  });

  it('asks for none that the site could have where it has no schema, but for any that it names', () => {
    expect(asksForUnknownClaim('true', null)).toBe(false);
    expect(asksForUnknownClaim('visitor.claims.isCrew', null)).toBe(true);
  });
});

import fc from 'fast-check';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { evaluateCondition, parseCondition } from '#api/evaluate-condition.ts';
import { claimUses, removeClaim, renameClaim } from './claim-uses.ts';
import { buildClaimValues, lintCondition } from './lint-condition.ts';

const names = ['a', 'b', 'unsigned.c'];

/** Random expressions over three claims. */
const { expression } = fc.letrec<{ expression: string }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.constantFrom(
      'visitor.claims.a',
      'visitor.claims.b',
      'visitor.claims["b"]',
      'visitor.claims.unsigned.c',
      'true',
      'false',
      'undefined',
      '1',
      "'x'",
    ),
    tie('expression').map((inner) => `!${inner}`),
    tie('expression').map((inner) => `(${inner})`),
    fc
      .tuple(tie('expression'), fc.constantFrom('&&', '||', '===', '!==', '==', '<', '+'), tie('expression'))
      .map(([left, operator, right]) => `(${left} ${operator} ${right})`),
    fc
      .tuple(tie('expression'), tie('expression'), fc.constantFrom('&&', '||'))
      .map(([left, right, operator]) => `${left} ${operator} (${right})`),
    fc
      .tuple(tie('expression'), tie('expression'), tie('expression'))
      .map(([test, yes, no]) => `(${test} ? ${yes} : ${no})`),
  ),
}));

const visitor = fc
  .tuple(...names.map(() => fc.constantFrom(true, false, undefined)))
  .map((values) => buildClaimValues(new Map(names.map((name, index) => [name, values[index]])), names));

describe('evaluating conditions', () => {
  it('gives the same result as JavaScript', () => {
    fc.assert(
      fc.property(expression, visitor, (source, claims) => {
        const expected = Boolean(runInNewContext(source, { visitor: { claims } }));
        expect(evaluateCondition(source, claims)).toMatchObject({ kind: 'value', isTrue: expected });
      }),
    );
  });

  it('never throws, whatever the condition contains', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          expression.map((text) => text.slice(0, -1)),
        ),
        (source) => {
          expect(['value', 'unsupported']).toContain(evaluateCondition(source, { a: true }).kind);
        },
      ),
    );
  });

  it.each([
    ['visitor.claims.plan.name === "pro"', 'is unset for this visitor'],
    ['visitor.claims.plan.includes("pro")', 'The method “includes”'],
    ['[1].includes', 'The property “includes”'],
    ['fetch("/")', 'This call'],
    ['visitor.constructor.constructor("return 1")()', 'can’t be evaluated in the browser'],
    ['visitor.claims.a = true', 'An assignment'],
    ['/x/.test("x")', 'Regular expressions'],
    ['window', 'The name “window”'],
    ['a b', 'The name “a”|Unexpected text'],
  ])('explains why %s cannot be evaluated', (source, reason) => {
    const result = evaluateCondition(source, {});
    expect(result).toMatchObject({ kind: 'unsupported', reason: expect.stringMatching(reason) });
  });

  it('traces the evaluated parts, without skipped ones', () => {
    const result = evaluateCondition('visitor.claims.a || visitor.claims.b === true', { a: true });
    expect(result).toMatchObject({
      trace: { value: true, parts: [{ text: 'visitor.claims.a', value: true, parts: [] }] },
    });
  });
});

describe('rewriting conditions', () => {
  it('keeps their meaning when a claim is renamed', () => {
    fc.assert(
      fc.property(expression, visitor, (source, claims) => {
        const renamed = renameClaim(source, 'a', 'new name');
        const otherClaims = { ...claims, 'new name': claims.a, a: undefined };
        const isTrue = (result: ReturnType<typeof evaluateCondition>) => 'isTrue' in result && result.isTrue;
        expect(isTrue(evaluateCondition(renamed, otherClaims))).toBe(
          isTrue(evaluateCondition(source, claims)),
        );
      }),
    );
  });

  it('treats a removed claim as false', () => {
    fc.assert(
      fc.property(expression, visitor, (source, claims) => {
        const remainder = removeClaim(source, 'a');
        expect(claimUses(parseCondition(remainder ?? 'true')).map(({ claim }) => claim)).not.toContain('a');
        const before = evaluateCondition(source, { ...claims, a: false });
        const after = evaluateCondition(remainder ?? 'true', claims);
        expect('isTrue' in after && after.isTrue).toBe('isTrue' in before && before.isTrue);
      }),
    );
  });

  it('simplifies the rest', () => {
    const drop = (source: string) => removeClaim(source, 'a');
    expect(drop('visitor.claims.a || visitor.claims.b')).toBe('visitor.claims.b');
    expect(drop('visitor.claims.b && visitor.claims.a')).toBe('false');
    expect(drop('visitor.claims.a !== true')).toBeNull();
    expect(drop('visitor.claims.b')).toBe('visitor.claims.b');
    expect(drop('(visitor.claims.a || visitor.claims.b) && visitor.claims.c')).toBe(
      'visitor.claims.b && visitor.claims.c',
    );
  });
});

describe('linting conditions', () => {
  const claims = names.map((name) => ({ name, description: '', type: 'boolean' }));
  const says = (source: string) => lintCondition(source, claims).map((finding) => finding.message);

  it('finds nothing in a correct condition', () => {
    expect(says('visitor.claims.a && !visitor.claims.unsigned.c')).toEqual([]);
  });

  it('finds unknown claims and suggests a similar one', () => {
    expect(lintCondition('visitor.claims.isParner', [{ name: 'isPartner', description: '' }])).toEqual([
      { severity: 'error', message: 'Claim “isParner” doesn’t exist. Did you mean “isPartner”?' },
    ]);
  });

  it('finds conditions that are never or always true', () => {
    expect(says('visitor.claims.a && !visitor.claims.a')).toEqual(['Never true: hidden from everyone.']);
    expect(says('visitor.claims.a === true || visitor.claims.a !== true')).toHaveLength(1);
    expect(says('1 < 2')).toEqual(['Uses no claim, so it’s the same for every visitor.']);
  });

  it('evaluates the values listed in the schema, but not free texts and numbers', () => {
    const plan = { name: 'plan', description: '' };
    const claimsWithValues = [{ ...plan, type: 'string', values: ['free', 'pro'] }];
    const source = 'visitor.claims.plan === "free" && visitor.claims.plan === "pro"';
    expect(lintCondition(source, claimsWithValues)).toMatchObject([
      { message: 'Never true: hidden from everyone.' },
    ]);
    expect(lintCondition('visitor.claims.plan === "pro"', claimsWithValues)).toEqual([]);
    expect(lintCondition('visitor.claims.plan === "pro"', [{ ...plan, type: 'string' }])).toEqual([]);
    expect(lintCondition('visitor.claims.plan === "pro"', [plan])).toEqual([]);
  });

  it('does not mistake a method or the length of a text for a claim', () => {
    const plan = [{ name: 'plan', description: '', type: 'string' }];
    expect(lintCondition('visitor.claims.plan.startsWith("pro")', plan)).toEqual([]);
    expect(lintCondition('visitor.claims.plan?.toLowerCase() === "pro"', plan)).toEqual([]);
    expect(lintCondition('visitor.claims.plan.length > 3', plan)).toEqual([]);
  });

  it('lints conditions nested deeper than the stack', () => {
    const deep = Array.from({ length: 3000 }, () => 'visitor.claims.a').join('&&');
    expect(() => says(deep)).not.toThrow();
  });
});

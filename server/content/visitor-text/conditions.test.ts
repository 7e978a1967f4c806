// @module-tag without-database
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '#server/test/any-character.ts';
import { findConditionProblem } from './conditions.ts';

const claim = fc.constantFrom(
  'visitor.claims.plan',
  'visitor.claims.unsigned.beta',
  'visitor.claims["team id"]',
  'visitor.claims.groups',
);
const literal = fc.oneof(
  fc.integer().map(String),
  fc.boolean().map(String),
  fc.constant('null'),
  fc.string().map((text) => JSON.stringify(text)),
);
/** Expressions in the documented syntax of conditions, nested up to four levels. */
const expression = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4, depthIdentifier: 'condition' },
    claim,
    literal,
    fc
      .tuple(tie('node'), fc.constantFrom('===', '!==', '==', '!=', '<', '>=', '&&', '||', 'in'), tie('node'))
      .map(([left, operator, right]) => `(${left} ${operator} ${right})`),
    tie('node').map((inner) => `!(${inner})`),
    fc
      .tuple(claim, fc.constantFrom('includes', 'startsWith', 'endsWith'), tie('node'))
      .map(([target, method, argument]) => `${target}.${method}(${argument})`),
    fc.tuple(claim, tie('node')).map(([target, body]) => `${target}.some((entry) => ${body})`),
  ),
})).node;

describe('findConditionProblem', () => {
  it('accepts every expression of the documented syntax', () => {
    fc.assert(fc.property(expression, (source) => findConditionProblem(source) === null));
  });

  it('accepts valid expressions that cannot be evaluated, because conditions are only stored', () => {
    for (const source of ['now()', 'a ? b : c', '`${x}`', '[1, 2].length', ' a // why']) {
      expect(findConditionProblem(source), source).toBeNull();
    }
  });

  it.each([
    ['visitor.claims.plan ===', 24],
    ['visitor.claims.', 16],
    ['visitor claims', 9],
    ['a; b', 2],
    ['(a))', 4],
    ['a)(b', 2],
    ['"open', 1],
    ['a "open', 3],
    ['if (a) b', 1],
    ['   ', 4],
  ])('reports the position of the syntax error in %j', (source, position) => {
    expect(findConditionProblem(source)).toEqual({ message: expect.stringMatching(/^[a-z]/), position });
  });

  it('reports trailing text after an expression', () => {
    expect(findConditionProblem('a; b')?.message).toBe('unexpected text after the expression');
  });

  it('reports a position inside the text for every expression truncated in a parenthesis', () => {
    fc.assert(
      fc.property(expression, (inner) => {
        const problem = findConditionProblem(`(${inner}`);
        expect(problem?.position).toBeGreaterThan(0);
        expect(problem?.position).toBeLessThanOrEqual(inner.length + 2);
      }),
    );
  });

  it('never throws, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 1024, unit: anyCharacter }), (source) => {
        const problem = findConditionProblem(source);
        return problem === null || (problem.position >= 1 && problem.position <= source.length + 1);
      }),
    );
  });

  it('accepts or rejects the deepest nesting that fits into a condition', () => {
    expect(findConditionProblem('('.repeat(1024))).not.toBeNull();
    expect(findConditionProblem(`${'['.repeat(512)}${']'.repeat(512)}`)).toBeNull();
  });
});

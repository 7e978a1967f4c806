import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluateCondition } from '#api/evaluate-condition.ts';
import { buildClaimValues } from '../lint-condition.ts';
import {
  addAlternative,
  addRule,
  groupFrom,
  partsOf,
  replaceNode,
  ruleFrom,
  type RuleFields,
  type RuleNode,
  rulesOf,
} from './condition-rules.ts';

const claims = ['isPartner', 'plan', 'unsigned.isDeveloper', 'with space'];

const { node: anyNode } = fc.letrec<{ node: RuleNode }>((tie) => {
  const value = fc.oneof(fc.string({ maxLength: 6 }), fc.integer({ min: -9, max: 9 }), fc.boolean());
  const texts = fc.tuple(fc.string({ maxLength: 6 }));
  const fields: fc.Arbitrary<Omit<RuleFields, 'claim'>> = fc.oneof(
    fc.record({
      operator: fc.constantFrom('true' as const, 'not-true' as const, 'set' as const, 'unset' as const),
      values: fc.constant([]),
    }),
    fc.record({
      operator: fc.constantFrom('===' as const, '!==' as const, '<' as const, '>=' as const),
      values: fc.tuple(value),
    }),
    fc.record({ operator: fc.constantFrom('in' as const, 'not-in' as const), values: fc.array(value) }),
    fc.record({
      operator: fc.constantFrom('includes' as const, 'not-startsWith' as const, 'endsWith' as const),
      values: texts,
    }),
  );
  const rule = fc
    .tuple(fc.constantFrom(...claims), fields)
    .map(([claim, rest]): RuleNode => ruleFrom({ claim, ...rest }));
  return {
    node: fc.oneof(
      { maxDepth: 2, withCrossShrink: true },
      rule,
      fc
        .tuple(
          fc.constantFrom('and' as const, 'or' as const),
          fc.boolean(),
          fc.array(tie('node'), { minLength: 2, maxLength: 3 }),
        )
        .map(([join, isNegated, parts]) => groupFrom(join, isNegated, parts) ?? ruleFrom(first)),
    ),
  };
});

const first: RuleFields = { claim: 'isPartner', operator: 'true', values: [] };
const added = ruleFrom({ claim: 'plan', operator: '===', values: ['added'] });

const visitors = [
  {},
  { isPartner: true },
  { plan: 'pro', isPartner: false },
  { plan: 'added', 'with space': 3 },
  { 'unsigned.isDeveloper': true, plan: '' },
].map((values) => buildClaimValues(new Map(Object.entries(values)), claims));

const resultsOf = (condition: string) =>
  visitors.map((visitor) => {
    const result = evaluateCondition(condition, visitor);
    return result.kind === 'value' ? result.isTrue : null;
  });

/** What rules say, without how it is written. */
function meaningOf(node: RuleNode): unknown {
  if (node.kind === 'rule') return [node.claim, node.operator, node.values];
  return [node.join, node.isNegated, node.parts.map(meaningOf)];
}

/** Groups of the same kind in one another, which read as one group. */
const isNested = (node: RuleNode): boolean =>
  node.kind === 'group' && node.parts.some((part) => part.kind === 'group');

describe('rules', () => {
  it('are read as they were written', () => {
    fc.assert(
      fc.property(anyNode, (node) => {
        const read = rulesOf(node.source);
        expect(read?.source).toBe(node.source);
        if (!isNested(node) && read) expect(meaningOf(read)).toEqual(meaningOf(node));
      }),
    );
  });

  it('keep what a condition means when a group is written anew', () => {
    fc.assert(
      fc.property(anyNode, (node) => {
        const read = rulesOf(node.source);
        const again = read && addRule(addRule(read, [], added), [], added);
        const last = partsOf(again).length - 1;
        const without = again && replaceNode(again, [last], () => null);
        const back = without && replaceNode(without, [last - 1], () => null);
        if (read?.kind === 'group' && !read.isNegated)
          expect(resultsOf(back?.source ?? '')).toEqual(resultsOf(node.source));
      }),
    );
  });

  it('leave what nobody changed, with every space', () => {
    const text = '  visitor.claims.a   && ( visitor.claims["b"]===`x`||  !visitor.claims.c )';
    const root = rulesOf(text.trim());
    const changed =
      root && replaceNode(root, [0], () => ruleFrom({ claim: 'd', operator: 'not-true', values: [] }));
    expect(changed?.source).toBe('!visitor.claims.d && ( visitor.claims["b"]===`x`||  !visitor.claims.c )');
    const inner =
      root && replaceNode(root, [1, 0], () => ruleFrom({ claim: 'd', operator: 'in', values: ['x', 2] }));
    expect(inner?.source).toBe(
      'visitor.claims.a && (["x",2].includes(visitor.claims.d) || !visitor.claims.c)'.replace(
        '"x",2',
        '"x", 2',
      ),
    );
  });

  it('are added to a group, or beside a rule as an alternative', () => {
    expect(addRule(null, [], added)?.source).toBe('visitor.claims.plan === "added"');
    const one = rulesOf('visitor.claims.a');
    expect(one && addRule(one, [], added)?.source).toBe(
      'visitor.claims.a && visitor.claims.plan === "added"',
    );
    const two = rulesOf('visitor.claims.a && visitor.claims.b');
    expect(two && addAlternative(two, [1], added)?.source).toBe(
      'visitor.claims.a && (visitor.claims.b || visitor.claims.plan === "added")',
    );
    const either = rulesOf('visitor.claims.a || visitor.claims.b');
    expect(either && addAlternative(either, [0], added)?.source).toBe(
      '(visitor.claims.a && visitor.claims.plan === "added") || visitor.claims.b',
    );
    expect(either && replaceNode(either, [1], () => null)?.source).toBe('visitor.claims.a');
    expect(one && replaceNode(one, [0], () => null)).toBeNull();
  });
});

it.each([
  ['"pro" === visitor.claims.plan', ['plan', '===', ['pro']]],
  ['10 < visitor.claims.seats', ['seats', '>', [10]]],
  ['!(visitor.claims.plan === "pro")', ['plan', '!==', ['pro']]],
  ['!!visitor.claims.a', ['a', 'true', []]],
  ['visitor.claims.unsigned?.a === true', ['unsigned.a', '===', [true]]],
  ['visitor.claims.plan.startsWith("p")', ['plan', 'startsWith', ['p']]],
  [
    '!(visitor.claims.a && visitor.claims.b)',
    [
      'and',
      true,
      [
        ['a', 'true', []],
        ['b', 'true', []],
      ],
    ],
  ],
  ['visitor.claims.url === "https://a.example"', ['url', '===', ['https://a.example']]],
])('%s is shown as a rule', (text, meaning) => {
  const root = rulesOf(text);
  expect(root && meaningOf(root)).toEqual(meaning);
});

it.each([
  '',
  'visitor.claims.a &&',
  'visitor.claims.a ? visitor.claims.b : true',
  'visitor.claims.a ?? visitor.claims.b',
  'visitor.claims.plan === visitor.claims.tier',
  'visitor.claims.plan.toLowerCase() === "pro"',
  'typeof visitor.claims.plan === "string"',
  'visitor.claims.a /* partners */ && visitor.claims.b',
  '/* partners */ visitor.claims.a',
  'visitor.claims.a // partners',
  '!(visitor.claims.seats < 3)',
  'visitor.claims.plan === null',
  'true',
  '!(a||(b&&(c||(d&&(e)))))'.replaceAll(/[a-e]/g, 'visitor.claims.$&'),
  Array.from({ length: 31 }, () => 'visitor.claims.a').join(' && '),
])('%s stays text', (text) => {
  expect(rulesOf(text)).toBeNull();
});

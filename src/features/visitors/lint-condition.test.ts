import { expect, it } from 'vitest';
import { parseCondition } from '#api/evaluate-condition.ts';
import type { Claim } from './claims.ts';
import { checkLiterals, lintCondition, withComparedValues } from './lint-condition.ts';

const claims: readonly Claim[] = [
  { name: 'plan', description: '', type: 'string' },
  { name: 'tier', description: '', type: 'string', values: ['free', 'pro', 'business'] },
  { name: 'seats', description: '', type: 'integer' },
  { name: 'version', description: '', type: 'number', values: [1, 2] },
  { name: 'isBeta', description: '', type: 'boolean' },
  { name: 'unsigned.isNew', description: '', type: 'boolean' },
  { name: 'anything', description: '' },
  { name: 'products', description: '', type: 'array' },
];

const check = (source: string) =>
  checkLiterals(parseCondition(source), claims).map(({ severity, message }) => `${severity}: ${message}`);

it.each([
  ['visitor.claims.plan === 3', '“plan” is a string and 3 is a number. They are never equal.'],
  ['visitor.claims.plan !== true', '“plan” is a string and true is a boolean. They are never equal.'],
  ['visitor.claims.seats === "3"', '“seats” is a number and "3" is a string. They are never equal.'],
  ['visitor.claims.seats == "many"', '“seats” is a number and "many" is a string. They are never equal.'],
  [
    'visitor.claims.seats > "many"',
    '“seats” is a number and "many" is a string. This comparison is never true.',
  ],
  [
    'visitor.claims.unsigned?.isNew === -1',
    '“unsigned.isNew” is a boolean and -1 is a number. They are never equal.',
  ],
  ['["a", 3].includes(visitor.claims.plan)', '“plan” is a string and 3 is a number. They are never equal.'],
])('finds that %s can never be true', (source, says) => {
  expect(check(source)).toEqual([`error: ${says}`]);
});

it.each([
  ['visitor.claims.plan == 3', '“plan” is a string and 3 is a number. They are compared as numbers.'],
  ['visitor.claims.seats >= "10"', '“seats” is a number and "10" is a string. They are compared as numbers.'],
  [
    'visitor.claims.unsigned.isNew == 1',
    '“unsigned.isNew” is a boolean and 1 is a number. They are compared as numbers.',
  ],
  [
    'visitor.claims.isBeta == "yes"',
    '“isBeta” is a boolean and "yes" is a string. Only a signed token can contain a string.',
  ],
  [
    '"yes" === visitor.claims.isBeta',
    '“isBeta” is a boolean and "yes" is a string. Only a signed token can contain a string.',
  ],
  [
    'visitor.claims["isBeta"] === (`7`)',
    '“isBeta” is a boolean and "7" is a string. Only a signed token can contain a string.',
  ],
  [
    'visitor.claims.isBeta > 1',
    '“isBeta” is a boolean and 1 is a number. Only a signed token can contain a number.',
  ],
])('warns about %s, which can be true', (source, says) => {
  expect(check(source)).toEqual([`warning: ${says}`]);
});

it.each([
  ['visitor.claims.tier === "bussiness"', '“tier” is never "bussiness". Did you mean "business"?'],
  ['visitor.claims.tier != "gold"', '“tier” is never "gold". Use one of "free", "pro", "business".'],
  ['visitor.claims.tier == 3', '“tier” is never 3. Use one of "free", "pro", "business".'],
  ['visitor.claims.version === 3', '“version” is never 3. Use one of 1, 2.'],
  [
    '["pro", "gold"].includes(visitor.claims.tier)',
    '“tier” is never "gold". Use one of "free", "pro", "business".',
  ],
])('finds that %s names a value that the schema does not list', (source, says) => {
  expect(check(source)).toEqual([`error: ${says}`]);
});

it('finds each error of a longer condition once, in order', () => {
  expect(
    check('visitor.claims.seats === "yes" && (visitor.claims.plan === 1 || visitor.claims.seats === "yes")'),
  ).toEqual([
    'error: “seats” is a number and "yes" is a string. They are never equal.',
    'error: “plan” is a string and 1 is a number. They are never equal.',
  ]);
});

it.each([
  'visitor.claims.plan === "pro"',
  'visitor.claims.plan < "b"',
  'visitor.claims.seats > 10 && visitor.claims.seats !== -1',
  'visitor.claims.isBeta === true || visitor.claims.unsigned.isNew != false',
  'visitor.claims.tier === "pro" && visitor.claims.tier < "q"',
  'visitor.claims.plan === undefined || visitor.claims.isBeta == null',
  // No declared type, or several.
  'visitor.claims.anything === 3',
  'visitor.claims.products === "pro"',
  'visitor.claims.unknown === 3',
  // Two claims, or an expression that is not a literal.
  'visitor.claims.plan === visitor.claims.seats',
  'visitor.claims.plan.length === 3',
  'visitor.claims.plan.toLowerCase() === 3',
  'visitor.claims.plan === 1 + 2',
  '[visitor.claims.seats].includes(visitor.claims.plan)',
  'visitor.claims.isBeta &&',
])('finds nothing in %s', (source) => {
  expect(check(source)).toEqual([]);
});

it('knows which booleans of signed tokens conditions compare with texts and numbers', () => {
  const compared = withComparedValues(claims, [
    'visitor.claims.isBeta === "pro" || visitor.claims.isBeta > 3',
    'visitor.claims.unsigned.isNew === "no" && visitor.claims.plan === "pro"',
    'visitor.claims.isBeta === "pro" && (',
    '["pro", "team"].includes(visitor.claims.isBeta)',
  ]).flatMap(({ name, compared: values }) => (values ? [[name, values]] : []));
  expect(compared).toEqual([['isBeta', ['pro', 3, 'team']]]);
  const condition = 'visitor.claims.isBeta === "pro"';
  expect(lintCondition(condition, claims).map(({ severity }) => severity)).toEqual(['warning']);
});

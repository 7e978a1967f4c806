import { describe, expect, it } from 'vitest';
import type { Claim } from '../claims.ts';
import { listFromText, listText, newRule, operatorsFor, withClaimOf, withOperator } from './rule-choices.ts';

const partner: Claim = { name: 'isPartner', description: '', type: 'boolean' };
const plan: Claim = { name: 'plan', description: '', type: 'boolean', compared: ['pro', 'free'] };
const seats: Claim = { name: 'seats', description: '', type: 'boolean', compared: [10] };

describe('rules', () => {
  it('offer texts and numbers only for claims that are compared with one', () => {
    expect(operatorsFor(partner, 'true')).toEqual(['true', 'not-true', 'set', 'unset']);
    expect(operatorsFor(plan, 'true')).toContain('startsWith');
    expect(operatorsFor(plan, 'true')).not.toContain('<');
    expect(operatorsFor(seats, 'true')).toContain('<');
    expect(operatorsFor(partner, '==')[0]).toBe('==');
  });

  it('begin with a claim that has none, and a value that is known', () => {
    expect(newRule([], [])).toBeNull();
    const first = newRule([partner, plan], []);
    expect(first).toEqual({ claim: 'isPartner', operator: 'true', values: [] });
    const rule = {
      kind: 'rule' as const,
      claim: 'isPartner',
      operator: 'true' as const,
      values: [],
      source: '',
    };
    expect(newRule([partner, plan], [rule])?.claim).toBe('plan');
    expect(withOperator(plan, rule, '===')).toEqual({ claim: 'plan', operator: '===', values: ['pro'] });
    expect(withOperator(seats, rule, '>=')).toEqual({ claim: 'seats', operator: '>=', values: [10] });
  });

  it('keep their value where it fits', () => {
    const rule = { claim: 'plan', operator: '===' as const, values: ['team'] };
    expect(withOperator(plan, rule, 'in').values).toEqual(['team']);
    expect(withOperator(plan, rule, 'includes').values).toEqual(['team']);
    expect(withOperator(plan, rule, 'set').values).toEqual([]);
    expect(withClaimOf(partner, rule)).toEqual({ claim: 'isPartner', operator: 'true', values: [] });
    expect(withClaimOf(plan, { claim: 'isPartner', operator: 'not-true', values: [] })).toEqual({
      claim: 'plan',
      operator: 'not-true',
      values: [],
    });
  });
});

it('lists are one text where their values can be told apart', () => {
  expect(listText(['free', 'pro'])).toBe('free, pro');
  expect(listText([1, 2])).toBe('1, 2');
  for (const values of [['a,b'], [' a'], [''], ['a', 1], [true]]) expect(listText(values)).toBeNull();
  expect(listFromText('free,  pro,', ['x'])).toEqual(['free', 'pro']);
  expect(listFromText('1, 2', [3])).toEqual([1, 2]);
  expect(listFromText('1, two', [3])).toBeNull();
});

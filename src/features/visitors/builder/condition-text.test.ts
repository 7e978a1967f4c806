import { expect, it } from 'vitest';
import { claimBefore, claimOptions } from './condition-text.tsx';

const before = (text: string) => {
  const typed = claimBefore(text, text.length);
  return typed && { start: typed.start, name: typed.name };
};

it('finds the claim that is typed, by its chain or its name', () => {
  expect(before('visitor.claims.isP')).toEqual({ start: 0, name: 'isP' });
  expect(before('visitor.claims.')).toEqual({ start: 0, name: '' });
  expect(before('!part')).toEqual({ start: 1, name: 'part' });
  expect(before('visitor.claims.a && unsigned.is')).toEqual({ start: 20, name: 'unsigned.is' });
  expect(before('')).toBeNull();
  expect(before('visitor.claims.a === "pl')).toBeNull();
  expect(before('visitor.claims.a === "free" && pl')).toEqual({ start: 31, name: 'pl' });
});

it('offers claims that begin with it first, and not the one that is written', () => {
  const claims = ['isPartner', 'plan', 'hasPlan', 'unsigned.isDeveloper'].map((name) => ({
    name,
    description: '',
  }));
  const optionsOf = (name: string) =>
    claimOptions(claims, { start: 0, end: 0, name }).map((claim) => claim.name);
  expect(optionsOf('pl')).toEqual(['plan', 'hasPlan']);
  expect(optionsOf('plan')).toEqual(['hasPlan']);
  expect(optionsOf('')).toHaveLength(4);
});

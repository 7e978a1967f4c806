import { expect, it } from 'vitest';
import { domainProblem, domainsIn, isDomain } from './email-domains.ts';

it('parses domains in any notation', () => {
  expect(domainsIn(' @Skerry.example, press.example\npress.example ')).toEqual([
    'skerry.example',
    'press.example',
  ]);
  expect(domainsIn('')).toEqual([]);
});

it('names an invalid domain', () => {
  expect(domainProblem('skerry.example münchen.example')).toBeUndefined();
  expect(domainProblem('skerry.example nonsense')).toContain('nonsense');
  const many = Array.from({ length: 101 }, (_, index) => `d${index}.example`).join('\n');
  expect(domainProblem(many)).toBe('Enter at most 100 domains. You entered 101.');
  const long = `${'a'.repeat(64)}.example`;
  for (const wrong of ['a@b.example', '-a.example', 'a..example', 'example.', '10.0.0.1', 'a.b', long])
    expect(isDomain(wrong)).toBe(false);
  expect(isDomain('डाटामेल.भारत')).toBe(true);
});

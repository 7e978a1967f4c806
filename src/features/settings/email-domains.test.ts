import { expect, it } from 'vitest';
import { validateDomains, parseDomains, isDomain } from './email-domains.ts';

it('parses domains in any notation', () => {
  expect(parseDomains(' @Skerry.example, press.example\npress.example ')).toEqual([
    'skerry.example',
    'press.example',
  ]);
  expect(parseDomains('')).toEqual([]);
});

it('names an invalid domain', () => {
  expect(validateDomains('skerry.example münchen.example')).toBeUndefined();
  expect(validateDomains('skerry.example nonsense')).toContain('nonsense');
  const many = Array.from({ length: 101 }, (_, index) => `d${index}.example`).join('\n');
  expect(validateDomains(many)).toBe('Enter at most 100 domains. You entered 101.');
  const long = `${'a'.repeat(64)}.example`;
  for (const wrong of ['a@b.example', '-a.example', 'a..example', 'example.', '10.0.0.1', 'a.b', long])
    expect(isDomain(wrong)).toBe(false);
  expect(isDomain('डाटामेल.भारत')).toBe(true);
});

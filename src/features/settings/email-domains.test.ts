import { expect, it } from 'vitest';
import { domainProblem, domainsIn, isDomain } from './email-domains.ts';

it('reads domains however they are written', () => {
  expect(domainsIn(' @Skerry.example, press.example\npress.example ')).toEqual([
    'skerry.example',
    'press.example',
  ]);
  expect(domainsIn('')).toEqual([]);
});

it('names what is no domain', () => {
  expect(domainProblem('skerry.example münchen.example')).toBeUndefined();
  expect(domainProblem('skerry.example nonsense')).toContain('nonsense');
  for (const wrong of ['a@b.example', '-a.example', 'a..example', 'example.'])
    expect(isDomain(wrong)).toBe(false);
});

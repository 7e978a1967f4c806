import { describe, expect, it } from 'vitest';
import { ApiError } from '#server/errors.ts';
import { normalizeEmailDomain, readEmailDomains } from './email-domains.ts';

describe('normalizeEmailDomain', () => {
  it.each([
    ['press.example', 'press.example'],
    [' @Press.EXAMPLE ', 'press.example'],
    ['münchen.example', 'xn--mnchen-3ya.example'],
    ['a.b.c.example', 'a.b.c.example'],
  ])('writes %s as %s', (text, domain) => {
    expect(normalizeEmailDomain(text)).toBe(domain);
  });

  it.each([
    '',
    'example',
    'press..example',
    '-press.example',
    'press.example.',
    'a b.example',
    'x@press.example',
  ])('refuses "%s"', (text) => {
    expect(normalizeEmailDomain(text)).toBeNull();
  });

  it.each(['192.168.0.1', 'press.example/path', `${'x'.repeat(64)}.example`])('refuses "%s"', (text) => {
    expect(normalizeEmailDomain(text)).toBeNull();
  });
});

describe('readEmailDomains', () => {
  it('keeps each domain once', () => {
    expect(readEmailDomains(['b.example', 'A.example', '@b.example'])).toEqual(['b.example', 'a.example']);
  });

  it('names all that are none, and a list that is too long', () => {
    const problemsWith = (domains: string[]) => {
      try {
        readEmailDomains(domains);
      } catch (error) {
        if (error instanceof ApiError) return error.details.map(({ path }) => path);
      }
      return [];
    };
    expect(problemsWith(['a', 'b.example', 'c'])).toEqual(['body.emailDomains[0]', 'body.emailDomains[2]']);
    expect(problemsWith(Array.from({ length: 101 }, (_, index) => `d${index}.example`))).toEqual([
      'body.emailDomains',
    ]);
  });
});

// @module-tag without-database
import { describe, expect, it } from 'vitest';
import { normalizeEmailDomain } from '#server/base/email-addresses.ts';
import { ApiError } from '#server/base/errors.ts';
import { parseEmailDomains } from './organizations.rules.ts';

describe('normalizeEmailDomain', () => {
  it.each([
    ['press.example', 'press.example'],
    [' @Press.EXAMPLE ', 'press.example'],
    ['münchen.example', 'xn--mnchen-3ya.example'],
    ['a.b.c.example', 'a.b.c.example'],
  ])('normalizes %s to %s', (text, domain) => {
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
  ])('rejects %j', (text) => {
    expect(normalizeEmailDomain(text)).toBeNull();
  });

  it.each(['192.168.0.1', 'press.example/path', `${'x'.repeat(64)}.example`])(
    'rejects %j, which is no domain name',
    (text) => {
      expect(normalizeEmailDomain(text)).toBeNull();
    },
  );
});

describe('parseEmailDomains', () => {
  /** Problems by path. */
  const problemsWith = (domains: string[]): Promise<Record<string, string>> =>
    parseEmailDomains(domains).then(
      () => ({}),
      (error: unknown) =>
        error instanceof ApiError
          ? Object.fromEntries(error.details.map(({ path, message }) => [path, message]))
          : Promise.reject(error),
    );

  it('removes duplicates', async () => {
    const domains = ['b.example', 'A.example', '@b.example'];
    expect(await parseEmailDomains(domains)).toEqual(['b.example', 'a.example']);
  });

  it('names all invalid domains, and rejects a list that is too long', async () => {
    expect(Object.keys(await problemsWith(['a', 'b.example', 'c']))).toEqual([
      'body.emailDomains[0]',
      'body.emailDomains[2]',
    ]);
    const many = Array.from({ length: 101 }, (_, index) => `d${index}.example`);
    expect(Object.keys(await problemsWith(many))).toEqual(['body.emailDomains']);
  });

  it.each([
    'gmail.com',
    'googlemail.com',
    'outlook.com',
    'yahoo.co.uk',
    'icloud.com',
    'proton.me',
    'gmx.de',
    'web.de',
    'qq.com',
    'mail.ru',
    'fastmail.com',
    'tuta.io',
    '@GMail.com',
  ])('rejects the mail provider %s', async (domain) => {
    expect(await problemsWith(['press.example', domain])).toEqual({
      'body.emailDomains[1]': `Is ${domain.replace('@', '').toLowerCase()}, where anyone can get an email address.`,
    });
  });

  it.each(['co.uk', 'com.au', 'ac.jp', 'github.io', '公司.cn', 'kawasaki.jp'])(
    'rejects the public suffix %s',
    async (domain) => {
      expect(Object.values(await problemsWith([domain]))).toEqual([
        expect.stringContaining('where anyone can register a domain'),
      ]);
    },
  );

  it('accepts domains of organizations, also below public suffixes', async () => {
    const validDomains = [
      'press.co.uk',
      'mail.press.org',
      'gmail.press.example',
      'skerry.example',
      'city.kawasaki.jp',
    ];
    expect(await parseEmailDomains(validDomains)).toEqual(validDomains);
  });
});

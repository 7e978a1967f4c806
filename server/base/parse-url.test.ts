// @module-tag without-database
import { describe, expect, it } from 'vitest';
import { isFullUrl, parseUrl } from './parse-url.ts';

describe('isFullUrl', () => {
  it.each([
    'https://example.com',
    'http://a.test:8080/a/b?c=d#e',
    'https://münchen.test/',
    'https://münchen.test/straße?ü=ß#ö',
    'https://xn--mnchen-3ya.test/',
    'http://[2606:4700:4700::1111]/',
    'http://1.2.3.4/',
    'mailto:someone@example.com',
    'urn:isbn:0451450523',
  ])('accepts %s, which can be parsed', (text) => {
    expect(isFullUrl(text)).toBe(true);
    expect(parseUrl(text)).toBeInstanceOf(URL);
  });

  it.each([
    '',
    'example.com',
    '//example.com/',
    '/a',
    'https:',
    'https://',
    'https:example.com',
    'https:/example.com',
    'https:///example.com',
    'https://a.test:99999/',
    'http://a%00b.test/',
    'https://1.2.3.4.5/',
    'http://xn--a.test/',
    'http://xn--mnchen-3ya.xn--a/',
    'http://[::1',
    'http://[',
    '//[',
    'https://a b.test/',
    ' https://a.test/',
    'https://a.test/\n',
    'https://a.te\tst/',
    'https:\\\\a.test\\',
    'https://a.test/<script>',
    'https://a.test/\u0000',
  ])('rejects %j', (text) => {
    expect(isFullUrl(text)).toBe(false);
  });
});

// @module-tag without-database
import { describe, expect, it } from 'vitest';
import { withQuery } from './redirect-query.ts';

const base = '/published/tide/docs/';
const lead = (target: string, query: string) => withQuery(target, new URLSearchParams(query), base);

describe('the target of a redirect', () => {
  it.each([
    ['keeps parameters', `${base}new`, 'utm_source=mail&ref=1', `${base}new?utm_source=mail&ref=1`],
    ['is the same without any', `${base}new?a=1#part`, '', `${base}new?a=1#part`],
    ['has them before its fragment', `${base}new#part`, 'ref=1', `${base}new?ref=1#part`],
    [
      'has its own first, and they count',
      `${base}new?ref=own#part`,
      'ref=2&a=3',
      `${base}new?ref=own&a=3#part`,
    ],
    ['keeps a parameter that comes twice', `${base}new`, 'tag=a&tag=b', `${base}new?tag=a&tag=b`],
    ['escapes them', 'https://example.com/', 'a=b%26c%23d', 'https://example.com/?a=b%26c%23d'],
    ['keeps them at another host', 'https://example.com/x?y=1', 'ref=1', 'https://example.com/x?y=1&ref=1'],
    [
      'tells no other host who visits',
      'https://example.com/',
      'jwt_token=x&visitor.isBeta=1&ref=1',
      'https://example.com/?ref=1',
    ],
    [
      'takes no secret to another host',
      'https://example.com/',
      'key=a&token=b&api_key=c&Access-Token=d',
      'https://example.com/',
    ],
    [
      'takes no secret to another site',
      '/published/tide/other/',
      'key=a&ref=1',
      '/published/tide/other/?ref=1',
    ],
    ['has no token here either', `${base}new`, 'jwt_token=x&reader_member=y&unavailable=', `${base}new`],
    ['is no address of a page', 'mailto:crew@example.com', 'ref=1', 'mailto:crew@example.com'],
  ])('%s', (_, target, query, expected) => {
    expect(lead(target, query)).toBe(expected);
  });
});

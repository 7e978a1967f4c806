import { describe, expect, it } from 'vitest';
import { parseCredentials, parseServerUrl } from './parse-sign-in.ts';

describe('parseCredentials', () => {
  it.each([
    [' bnd_abc ', { token: 'bnd_abc' }],
    ['Bearer bnd_abc', { token: 'bnd_abc' }],
    ['http://localhost:4400/login#code=x%2Fy', { code: 'x/y' }],
    ['#code=abc', { code: 'abc' }],
    ['  ', null],
  ])('parses %j', (text, credentials) => {
    expect(parseCredentials(text)).toEqual(credentials);
  });
});

describe('parseServerUrl', () => {
  it.each([
    ['docs.example.com', 'https://docs.example.com'],
    ['https://docs.example.com/api/v1/', 'https://docs.example.com/api'],
    ['http://10.0.0.7:4400/', 'http://10.0.0.7:4400'],
    ['localhost:4400', 'http://localhost:4400'],
    ['https://ada:secret@example.com', null],
    ['not an address', null],
    ['', null],
  ])('parses %j as %j', (text, server) => {
    expect(parseServerUrl(text)).toBe(server);
  });
});

// @module-tag without-database
import { scryptSync } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { hashPassword, isOutdated, setHashParameters, verifyPassword } from './password-hash.ts';
import { validatePassword } from './password-rules.ts';

const ownWords = ['Ada.Lovelace@press.example', 'Ada Augusta Lovelace'];

describe('validatePassword', () => {
  it.each([
    'correct horse battery staple',
    'twelve signs',
    '            x',
    'ÄÖÜäöüß–ßüöäÜÖ',
    '🐳🐋🐬🦈🐟🐠🐡🦭🦑🐙🦀🦞',
    `${'quiet water '.repeat(21)}1234`,
    // A word of the list with more than a few characters beside it.
    'baseball 4th at noon',
  ])('accepts %j', async (password) => {
    expect(await validatePassword(password, ownWords)).toBeNull();
  });

  it.each([
    ['eleven char', 'at least 12'],
    ['🐳🐋🐬🦈🐟🐠🐡🦭🦑🐙🦀', 'at least 12'],
    ['x'.repeat(257), 'at most 256'],
    ['123456789012', 'first that attackers try'],
    ['QWERTYUIOP12', 'first that attackers try'],
    ['passwordPassword', 'first that attackers try'],
    ['!Password2026', 'first that attackers try'],
    ['letmein12345', 'first that attackers try'],
    ['abcdefghijklmn', 'first that attackers try'],
    ['nmlkjihgfedcba', 'first that attackers try'],
    ['aaaaaaaaaaaa', 'first that attackers try'],
    ['abc1abc1abc1abc1', 'first that attackers try'],
    // The same letters in full width.
    ['ｐａｓｓｗｏｒｄ１２３４', 'first that attackers try'],
    ['ada.lovelace@press.example', 'your name or email address'],
    ['ADA.LOVELACE', 'your name or email address'],
    ['ada augusta lovelace', 'your name or email address'],
  ])('refuses %j', async (password, problem) => {
    expect(await validatePassword(password, ownWords)).toContain(problem);
  });
});

describe('a stored password', () => {
  // The tests' apps lower them.
  beforeAll(() => setHashParameters());
  const address = '192.0.2.1';

  it('is a salted scrypt hash with its parameters', async () => {
    const [first, second] = await Promise.all([
      hashPassword('correct horse battery', address),
      hashPassword('correct horse battery', address),
    ]);
    expect(first).toMatch(/^\$scrypt\$ln=14,r=8,p=5\$[\w-]{22}\$[\w-]{43}$/);
    expect(second).not.toBe(first);
    expect(isOutdated(first)).toBe(false);
    expect(await verifyPassword('correct horse battery', first, address)).toBe(true);
    expect(await verifyPassword('correct horse batterY', first, address)).toBe(false);
  });

  it('is verified with the parameters that it was made with', async () => {
    const salt = Buffer.from('salt of 16 bytes');
    const hash = scryptSync('correct horse battery', salt, 32, { N: 1024, r: 8, p: 1 });
    const stored = `$scrypt$ln=10,r=8,p=1$${salt.toString('base64url')}$${hash.toString('base64url')}`;
    expect(await verifyPassword('correct horse battery', stored, address)).toBe(true);
    expect(isOutdated(stored)).toBe(true);
  });

  it('is the same however its characters are composed', async () => {
    const stored = await hashPassword('Zürich im Winter'.normalize('NFD'), address);
    expect(await verifyPassword('Zürich im Winter'.normalize('NFC'), stored, address)).toBe(true);
  });

  it('is never right where there is none', async () => {
    expect(await verifyPassword('', undefined, address)).toBe(false);
  });

  it('of an unknown format is an error, not a wrong password', async () => {
    await expect(verifyPassword('x', 'plain', address)).rejects.toThrow('unknown format');
  });

  it('is hashed for one caller at a time, and for no more than a few who wait', async () => {
    const stored = `$scrypt$ln=4,r=1,p=1$AA$${'A'.repeat(43)}`;
    const all = await Promise.allSettled(
      Array.from({ length: 30 }, () => verifyPassword('x', stored, 'busy')),
    );
    const rejected = all.filter(({ status }) => status === 'rejected');
    expect(rejected).toHaveLength(9);
    expect(rejected[0]).toMatchObject({ reason: { status: 429, headers: { 'retry-after': '10' } } });
  });
});

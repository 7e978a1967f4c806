// @module-tag without-database
import { describe, expect, it } from 'vitest';
import { generateSecretKey, isEncrypted, parseSecretKey, SecretKeys } from './secret-keys.ts';

const newKey = () => parseSecretKey(generateSecretKey()) ?? Buffer.alloc(0);
const place = { table: 'oidc_providers', column: 'client_secret', id: 'one' };

describe('SecretKeys', () => {
  it.each(['', 'a', 'schlüssel 🗝', 'enc:v1:looks-encrypted:AAAA', 'x'.repeat(10_000)])(
    'decrypts what it has encrypted: %j',
    (text) => {
      const keys = new SecretKeys([newKey()]);
      const stored = keys.encrypt(text, place);
      expect(stored).toMatch(/^enc:v1:[\w-]{8}:[\w-]+$/);
      if (text !== '') expect(stored).not.toContain(Buffer.from(text).toString('base64url'));
      expect(keys.decrypt(stored, place)).toBe(text);
      // A nonce is used once.
      expect(keys.encrypt(text, place)).not.toBe(stored);
    },
  );

  it('decrypts with former keys and encrypts with the first one', () => {
    const [former, current] = [newKey(), newKey()];
    const stored = new SecretKeys([former]).encrypt('secret', place);
    const keys = new SecretKeys([current, former]);
    expect(keys.decrypt(stored, place)).toBe('secret');
    expect(keys.encrypt('secret', place)).toContain(`:${keys.currentId}:`);
    expect(keys.currentId).toBe(new SecretKeys([current]).currentId);
    keys.replace([current]);
    expect(() => keys.decrypt(stored, place)).toThrow(/key [\w-]{8} is missing/);
  });

  it.each([
    { ...place, id: 'another' },
    { ...place, column: 'label' },
    { ...place, table: 'site_visitor_keys' },
  ])('does not decrypt what was copied to %j', (other) => {
    const keys = new SecretKeys([newKey()]);
    const stored = keys.encrypt('secret', place);
    expect(() => keys.decrypt(stored, other)).toThrow('damaged or of another row');
  });

  it('does not decrypt a text of which one bit differs', () => {
    const keys = new SecretKeys([newKey()]);
    const stored = keys.encrypt('secret', place);
    const [, , keyId, text = ''] = stored.split(':');
    const bytes = Buffer.from(text, 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      const damaged = `enc:v1:${keyId}:${changed.toString('base64url')}`;
      expect(() => keys.decrypt(damaged, place)).toThrow('damaged');
    }
    expect(() => keys.decrypt(`enc:v1:${keyId}:`, place)).toThrow('damaged');
  });

  it('returns what earlier releases stored readable, and stores nothing so', () => {
    const keys = new SecretKeys();
    expect(keys.decrypt('plain', place)).toBe('plain');
    expect(isEncrypted('plain')).toBe(false);
    expect(() => keys.encrypt('secret', place)).toThrow('SECRETS_KEY');
  });

  it('has keys of 32 bytes in base64, base64url or hexadecimal digits', () => {
    const key = Buffer.alloc(32, 0xfb);
    for (const encoding of ['base64', 'base64url', 'hex'] as const)
      expect(parseSecretKey(key.toString(encoding))).toEqual(key);
    for (const text of ['', 'secret', key.toString('base64').slice(4), `${key.toString('hex')}0`])
      expect(parseSecretKey(text)).toBeUndefined();
  });
});

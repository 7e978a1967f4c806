// @module-tag without-database
import { describe, expect, it } from 'vitest';
import { normalizeEmail } from './email-addresses.ts';

describe('an email address', () => {
  it.each(['a\ud800@press.example', '\udc00a@press.example', 'a\0@press.example', 'a\x07b@press.example'])(
    'has no halves of characters and none of control: %j',
    (email) => expect(normalizeEmail(email)).toBeNull(),
  );

  it('may have any letters', () => {
    expect(normalizeEmail(' Zoë😀@Press.Example ')).toBe('Zoë😀@press.example');
  });
});

// @module-tag without-database
import { describe, expect, it } from 'vitest';
import { LEVEL } from './roles.ts';
import { type Credential, reasonNotOpen, type SignInPolicyRules } from './sign-in-policy.ts';

const HOUR_MS = 60 * 60_000;
const now = new Date('2026-06-01T12:00:00Z');
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * HOUR_MS);
const NO_POLICY: SignInPolicyRules = {
  passkeyRequired: false,
  sessionHours: null,
  tokenDays: null,
  ssoRequired: false,
};
const member: { organizationId: string; role: number } = { organizationId: 'press', role: LEVEL.edit };
const admin: typeof member = { organizationId: 'press', role: LEVEL.admin };

const credential = (fields: Partial<Credential>): Credential => ({
  kind: 'session',
  method: 'password',
  createdAt: hoursAgo(1),
  limitedTo: null,
  ...fields,
});

/** The first words of the reason, or "open". */
const outcome = (fields: Partial<Credential>, policy: Partial<SignInPolicyRules>, who = member) =>
  reasonNotOpen(credential(fields), who, { ...NO_POLICY, ...policy }, now) ?? 'open';

describe('an organization that requires a passkey', () => {
  const policy = { passkeyRequired: true };

  it.each<[string, Partial<Credential>, typeof member, boolean]>([
    ['a session with a passkey', { method: 'passkey' }, member, true],
    ['a session with a password', { method: 'password' }, member, false],
    ['a session by a mailed link', { method: 'email' }, member, false],
    ['a session of an earlier release', { method: null }, member, false],
    ['a session by its own single sign-on', { method: 'saml', limitedTo: 'press' }, member, true],
    ['a session by its own OpenID provider', { method: 'oidc', limitedTo: 'press' }, member, true],
    ['a session by single sign-on of another', { method: 'saml', limitedTo: 'other' }, member, false],
    ['a password session limited to it', { method: 'password', limitedTo: 'press' }, member, false],
    ['a member with the link of the operator', { method: 'link' }, member, false],
    ['an administrator with the link of the operator', { method: 'link' }, admin, true],
    ['an administrator with a token of the operator', { method: 'token' }, admin, true],
    ['an administrator with a mailed link', { method: 'email' }, admin, false],
    ['an administrator with a password', { method: 'password' }, admin, false],
    ['a token of the command line', { kind: 'command line token', method: null }, member, true],
    ['a token made with a passkey', { kind: 'console token', method: 'passkey' }, member, true],
    ['a token made with a password', { kind: 'console token', method: 'password' }, member, false],
    ['a token an administrator made with a link', { kind: 'console token', method: 'link' }, admin, false],
  ])('is right for %s', (_title, fields, who, isOpen) => {
    expect(outcome(fields, policy, who) === 'open').toBe(isOpen);
  });
});

describe('an organization that requires single sign-on', () => {
  const policy = { ssoRequired: true };

  it('leaves sessions that exist, and tokens of the command line', () => {
    expect(outcome({}, policy)).toBe('open');
    expect(outcome({ kind: 'command line token', method: null }, policy)).toBe('open');
  });

  it('is closed to tokens that were created without it, by administrators too', () => {
    const token = { kind: 'console token', method: 'passkey' } as const;
    expect(outcome(token, policy)).toMatch(/requires single sign-on/);
    expect(outcome(token, policy, admin)).toMatch(/requires single sign-on/);
    expect(outcome({ ...token, method: 'saml', limitedTo: 'press' }, policy)).toBe('open');
    expect(outcome({ ...token, method: 'saml', limitedTo: 'other' }, policy)).toMatch(/single sign-on/);
    expect(outcome({ ...token, method: 'password', limitedTo: 'press' }, policy)).toMatch(/single sign-on/);
  });
});

describe('an organization that limits time', () => {
  it('is closed to sessions that are older, to the minute', () => {
    const policy = { sessionHours: 8 };
    expect(outcome({ createdAt: hoursAgo(7.99) }, policy)).toBe('open');
    expect(outcome({ createdAt: hoursAgo(8) }, policy)).toBe(
      'This organization ends sessions after 8 hours. Sign in again.',
    );
    expect(outcome({ createdAt: hoursAgo(8), method: 'saml', limitedTo: 'press' }, policy)).not.toBe('open');
    expect(outcome({ kind: 'command line token', createdAt: hoursAgo(900) }, policy)).toBe('open');
    expect(outcome({ kind: 'console token', createdAt: hoursAgo(900) }, policy)).toBe('open');
  });

  it('is closed to API tokens that are older, for every creator', () => {
    const policy = { tokenDays: 1 };
    for (const kind of ['command line token', 'console token'] as const) {
      expect(outcome({ kind, createdAt: hoursAgo(23.9) }, policy)).toBe('open');
      expect(outcome({ kind, createdAt: hoursAgo(24) }, policy)).toBe(
        'This organization accepts API tokens for 1 day only. Create a new one.',
      );
    }
    expect(outcome({ createdAt: hoursAgo(900) }, policy)).toBe('open');
  });
});

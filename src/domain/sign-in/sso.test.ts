import { describe, expect, it } from 'vitest';
import { ssoErrorMessage } from './sso.tsx';

describe('ssoErrorMessage', () => {
  it('explains the codes of the server', () => {
    expect(ssoErrorMessage('sso-account')).toContain('no access to this organization');
    expect(ssoErrorMessage('sso-certificate')).toContain('certificate');
    expect(ssoErrorMessage('sso-denied')).toContain('denied the sign-in');
    expect(ssoErrorMessage('sso-unverified')).toContain('“Addresses in verified domains count”');
    expect(ssoErrorMessage('sso-sha1')).toContain('signed with SHA-1');
    expect(ssoErrorMessage('sso-encrypted')).toContain('unencrypted');
    expect(ssoErrorMessage('sso-unsolicited')).toContain('InResponseTo');
    expect(ssoErrorMessage('sso-no-address')).toContain('no email address');
    expect(ssoErrorMessage('sso-refused')).toContain('Couldn’t verify');
  });

  it('has a message for unknown codes', () => {
    for (const code of ['sso-failed', 'constructor', ''])
      expect(ssoErrorMessage(code)).toContain('Couldn’t complete');
  });
});

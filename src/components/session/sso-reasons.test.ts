import { describe, expect, it } from 'vitest';
import { ssoReason } from './sso-reasons.ts';

describe('ssoReason', () => {
  it('explains the codes of the server', () => {
    expect(ssoReason('sso-account')).toContain('no access to this organization');
    expect(ssoReason('sso-certificate')).toContain('certificate');
    expect(ssoReason('sso-denied')).toContain('denied the sign-in');
    expect(ssoReason('sso-refused')).toContain('Couldn’t verify');
  });

  it('has a message for unknown codes', () => {
    for (const code of ['sso-failed', 'constructor', ''])
      expect(ssoReason(code)).toContain('Couldn’t complete');
  });
});

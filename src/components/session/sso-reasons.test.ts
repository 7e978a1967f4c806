import { describe, expect, it } from 'vitest';
import { ssoReason } from './sso-reasons.ts';

describe('ssoReason', () => {
  it('explains the codes of the server', () => {
    expect(ssoReason('sso-account')).toContain('may not enter this organization');
    expect(ssoReason('sso-certificate')).toContain('certificate');
    expect(ssoReason('sso-denied')).toContain('did not sign you in');
    expect(ssoReason('sso-refused')).toContain('could not be trusted');
  });

  it('has a sentence for what it does not know', () => {
    for (const code of ['sso-failed', 'constructor', ''])
      expect(ssoReason(code)).toContain('could not finish');
  });
});

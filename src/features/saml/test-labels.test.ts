import { expect, it } from 'vitest';
import { describeOutcome, proofLabel, timeOfClaim } from './test-labels.ts';

it('instructs administrators about an address that does not count, not the person', () => {
  const outcome = { kind: 'refused' as const, code: 'sso-unverified', reason: 'It does not count.' };
  const textOf = (proof: string) => describeOutcome({ outcome, proof }).text;
  expect(textOf('says-unverified')).toContain('never count');
  expect(textOf('says-nothing')).toContain('“Addresses in verified domains count”');
  expect(textOf('other-domain')).toContain('Verify the domain');
  expect(new Set(['says-unverified', 'says-nothing', 'other-domain'].map(proofLabel)).size).toBe(3);
});

it('names the technical reason of other refusals, also of unknown ones', () => {
  for (const code of ['sso-sha1', 'sso-refused', 'sso-of-later'])
    expect(
      describeOutcome({ outcome: { kind: 'refused', code, reason: 'Because.' }, proof: null }),
    ).toMatchObject({ tone: 'danger', title: 'Refuses the sign-in', reason: 'Because.' });
});

it('says which address a linked person is offered', () => {
  const linked = { kind: 'linked' as const, displayName: 'Ada', email: 'ada@upn.example' };
  const textOf = (offeredEmail: string | null) =>
    describeOutcome({ outcome: { ...linked, offeredEmail }, proof: null }).text;
  expect(textOf(null)).toBe('Ada, ada@upn.example.');
  expect(textOf('ada@corp.example')).toContain('is offered ada@corp.example');
});

it('reads the times of claims', () => {
  expect(timeOfClaim('exp', '1795874908')).toBe('2026-11-28T14:08:28.000Z');
  expect(timeOfClaim('exp', 'soon')).toBeNull();
  expect(timeOfClaim('employee', '1795874908')).toBeNull();
});

import { expect, it } from 'vitest';
import { planName, describeTrial } from './plan-labels.ts';

it('labels plans and trials, and returns unknown ones unchanged', () => {
  expect(planName('enterprise_2024')).toBe('Enterprise (2024)');
  expect(planName('special')).toBe('special');
  expect(describeTrial({ status: 'active' })).toBe('Active until');
  expect(describeTrial({ status: 'ended', decision: 'downgrade' })).toBe('Ended, then downgraded');
});

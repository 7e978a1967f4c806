import { expect, it } from 'vitest';
import { planName, trialInWords } from './plan-words.ts';

it('names plans and trials, and shows what it does not know as it is written', () => {
  expect(planName('enterprise_2024')).toBe('Enterprise (2024)');
  expect(planName('special')).toBe('special');
  expect(trialInWords({ status: 'active' })).toBe('Running until');
  expect(trialInWords({ status: 'ended', decision: 'downgrade' })).toBe('Ended, then downgraded');
});

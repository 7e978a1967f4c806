import { expect } from '@playwright/test';
import { press } from '../faults/fault-actions.ts';
import type { FaultCase } from '../faults/fault-run.ts';

/** The fault cases of mail. */
export const mailCases = [
  {
    name: 'sending a test mail',
    operation: 'sendTestMail',
    screen: () => '/settings/mail',
    open: (page) => page.getByLabel('Send to').fill('fay.fault@press.example'),
    submit: press('Send test mail'),
    expectPreserved: (page) => expect(page.getByLabel('Send to')).toHaveValue('fay.fault@press.example'),
    expectDone: (page) => expect(page.getByText('Test mail sent')).toBeVisible(),
  },
] satisfies readonly FaultCase[];

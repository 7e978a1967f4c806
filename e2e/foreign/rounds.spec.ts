/** How often the console waits for a server that is far away: what doesn’t depend on each other is requested together. */
import { expect, test } from '../fixtures.ts';
import { navigateTo } from '../support/navigation.ts';
import { startForeignServer } from './foreign-server.ts';
import { signInAt } from './sweep.ts';
import { base } from './variants.ts';

/** The most rounds of requests until a screen is there; at 3 s for each, content is there in less than 8 s. */
const maxRounds = { '/content': 2, '/sites': 1, '/members': 1, '/teams': 1 } as const;

test('a person waits for few rounds of requests at a server of another make', async ({ page, problems }) => {
  problems.expect(/status of (401|404)/, /docs\.example/);
  const standIn = await startForeignServer('0.130.0');
  try {
    await signInAt(page, standIn);
    const organization = `/o/${standIn.organizationId}`;
    await navigateTo(page, `${organization}/settings/general`);
    await expect(page.getByRole('button', { name: 'Save changes' })).toBeVisible();
    await expect.poll(() => standIn.pending).toBe(0);
    standIn.variant = { ...base, inRounds: true };
    const rounds: Record<string, number> = {};
    for (const screen of Object.keys(maxRounds)) {
      standIn.rounds = 0;
      await navigateTo(page, organization + screen);
      await expect(page.locator('.skeleton').filter({ visible: true })).toHaveCount(0);
      rounds[screen] = standIn.rounds;
      await expect.poll(() => standIn.pending).toBe(0);
    }
    expect(rounds).toEqual(maxRounds);
  } finally {
    await standIn.close();
  }
});

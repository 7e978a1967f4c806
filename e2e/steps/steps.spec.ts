/** How many steps tasks take; `npm run bench -- steps` prints them. */
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { countSteps, formatSteps, sumOf, type Task } from './count-steps.ts';
import { createChangesToReview, reviewTasks } from './review-tasks.ts';
import { createSiteToBuild, openStructure, structureTasks } from './structure-tasks.ts';

/** Runs tasks one after the other; returns the steps of all, now and before. */
async function runTasks<World>(page: Page, world: World, tasks: readonly Task<World>[]) {
  const sums = { now: 0, before: 0 };
  for (const { name, before, run } of tasks) {
    const count = await countSteps(page);
    await run(page, world);
    const steps = await count();
    sums.now += sumOf(steps);
    sums.before += sumOf(before);
    process.stdout.write(
      `${name.padEnd(40)} ${formatSteps(steps).padEnd(12)} before: ${formatSteps(before)}\n`,
    );
  }
  return sums;
}

test(
  'an administrator builds a structure and reviews in at most two thirds of the steps',
  { tag: '@details' },
  async ({ organization, signIn, page }) => {
    const site = await createSiteToBuild(organization);
    const reviewed = await createChangesToReview(organization);
    await signIn(organization.admin);
    await openStructure(page, site);
    const building = await runTasks(page, site, structureTasks);
    await page.goto(organization.path());
    await page.getByRole('heading', { name: organization.title, level: 1 }).waitFor();
    const reviewing = await runTasks(page, reviewed, reviewTasks);
    const [now, before] = [building.now + reviewing.now, building.before + reviewing.before];
    process.stdout.write(`${'in sum'.padEnd(40)} ${`${now}`.padEnd(12)} before: ${before}\n`);
    expect(now).toBeLessThanOrEqual((before * 2) / 3);
  },
);

/** How many steps tasks take; `npm run bench -- steps` prints them. */
import type { Page } from '@playwright/test';
import { findFreePort } from '../../scripts/free-port.ts';
import { expect, test } from '../fixtures.ts';
import { createOrganization } from '../support/organizations.ts';
import { type RunningServer, removeData, startServer } from '../support/server.ts';
import { changedTextTasks, createChangedTexts } from './changed-text-tasks.ts';
import { countSteps, formatSteps, type Steps, sumOf, type Task } from './count-steps.ts';
import { firstRunTasks } from './first-run-tasks.ts';
import { createAdministered, organizationTasks } from './organization-tasks.ts';
import { createPhoneTasks, phoneTasks } from './phone-tasks.ts';
import { createChangesToReview, reviewTasks } from './review-tasks.ts';
import { createSiteToBuild, structureTasks } from './structure-tasks.ts';

/** Tasks that were as short before are no part of the sum. */
const SHORT = 3;

const phoneOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const sums = { now: 0, before: 0 };

/** Runs tasks one after the other and prints their steps, now and before. */
async function runTasks<World>(
  page: Page,
  { world, tasks, count }: { world: World; tasks: readonly Task<World>[]; count: () => Promise<Steps> },
): Promise<void> {
  for (const { name, before, start, run } of tasks) {
    await start?.(page, world);
    await count();
    await run(page, world);
    const steps = await count();
    const isSummed = before !== null && sumOf(before) > SHORT;
    if (isSummed) {
      sums.now += sumOf(steps);
      sums.before += sumOf(before);
    }
    const was =
      before === null ? 'not counted' : `${formatSteps(before)}${isSummed ? '' : ' (not in the sum)'}`;
    process.stdout.write(`${name.padEnd(42)} ${formatSteps(steps).padEnd(12)} before: ${was}\n`);
  }
}

async function printedSetUpLink(server: RunningServer): Promise<string> {
  const find = () => /http\S+#set-up=\w+/.exec(server.output())?.[0] ?? '';
  await expect.poll(find).not.toBe('');
  return find();
}

test(
  'people build structures, review, administrate and begin in at most two thirds of the steps',
  { tag: '@details' },
  async ({ organization, signIn, page, context, browser, problems }) => {
    test.setTimeout(600_000);
    // A signed-out browser asks for its session once.
    problems.expect(/status of 401.*auth\/refresh/);
    const site = await createSiteToBuild(organization);
    const reviewed = await createChangesToReview(organization);
    const texts = await createChangedTexts(organization);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await signIn(organization.admin);
    const count = await countSteps(context);
    await runTasks(page, { world: site, tasks: structureTasks, count });
    await runTasks(page, { world: reviewed, tasks: reviewTasks, count });
    await runTasks(page, { world: texts, tasks: changedTextTasks, count });
    const administered = await createAdministered(organization);
    await runTasks(page, { world: administered, tasks: organizationTasks, count });

    const phone = await browser.newContext({ ...phoneOptions, baseURL: process.env.BINDERY_URL });
    problems.watch(phone);
    const phonePage = await phone.newPage();
    const theirs = await createOrganization('On a phone');
    await signIn(theirs.admin, phonePage);
    const taps = await countSteps(phone);
    await runTasks(phonePage, { world: await createPhoneTasks(theirs), tasks: phoneTasks, count: taps });
    await phone.close();

    // At a name, which passkeys need.
    const port = await findFreePort();
    const env = { ADMIN_TOKEN: '', MAIL_DIR: '', PUBLIC_URL: `http://localhost:${port}` };
    const server = await startServer({ empty: true, port, env });
    const newcomer = await browser.newContext();
    problems.watch(newcomer);
    try {
      const presses = await countSteps(newcomer);
      const world = { setUpLink: await printedSetUpLink(server) };
      await runTasks(await newcomer.newPage(), { world, tasks: firstRunTasks, count: presses });
    } finally {
      await newcomer.close();
      await server.stop();
      removeData(server);
    }

    process.stdout.write(`${'in sum'.padEnd(42)} ${`${sums.now}`.padEnd(12)} before: ${sums.before}\n`);
    expect(sums.now).toBeLessThanOrEqual((sums.before * 2) / 3);
  },
);

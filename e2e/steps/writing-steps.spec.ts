/** How many steps it takes to write, in the visual view and in the plain text field; `npm run bench -- steps` prints them. */
import { expect, test } from '../fixtures.ts';
import { createOrganization } from '../support/organizations.ts';
import { countSteps, formatSteps, type Steps, sumOf } from './count-steps.ts';
import { countTask, createWriting, writingTasks, type WritingView } from './writing-tasks.ts';

test(
  'people write in at most two thirds of the steps of a plain text field',
  { tag: '@details' },
  async ({ browser, signIn, problems }) => {
    test.setTimeout(600_000);
    // A text that was saved while a page was added is saved again.
    problems.expect(/status of 409 .*\/content\)$/);
    const counts: Record<WritingView, Steps[]> = { visual: [], plain: [] };
    for (const view of ['visual', 'plain'] as const) {
      const organization = await createOrganization(`Writing, ${view}`);
      const world = await createWriting(organization, view);
      const context = await browser.newContext({ baseURL: process.env.BINDERY_URL });
      problems.watch(context);
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      const page = await context.newPage();
      await signIn(organization.admin, page);
      await page.goto(organization.path(world.edited.editor));
      const button = view === 'plain' ? 'Plain text field' : 'Visual view';
      await page.getByRole('button', { name: button }).click();
      await expect(page.getByRole('button', { name: button })).toHaveAttribute('aria-pressed', 'true');
      const count = await countSteps(context);
      for (const task of writingTasks) counts[view].push((await countTask(page, task, world, count)).counted);
      await context.close();
    }
    const totals = { visual: 0, plain: 0 };
    for (const [index, { name }] of writingTasks.entries()) {
      const [visual = {}, plain = {}] = [counts.visual[index], counts.plain[index]];
      totals.visual += sumOf(visual);
      totals.plain += sumOf(plain);
      process.stdout.write(
        `${name.padEnd(42)} ${formatSteps(visual).padEnd(12)} plain field: ${formatSteps(plain)}\n`,
      );
    }
    process.stdout.write(
      `${'in sum'.padEnd(42)} ${`${totals.visual}`.padEnd(12)} plain field: ${totals.plain}\n`,
    );
    expect(totals.visual).toBeLessThanOrEqual((totals.plain * 2) / 3);
    // The last one, without the characters of its titles and its first word.
    const { clicks = 0, keys = 0 } = counts.visual.at(-1) ?? {};
    expect(clicks + keys).toBeLessThanOrEqual(4);
  },
);

/** The same run of faults for every change of the console; see `faults.spec.ts` for the changes. */
import { type BrowserContext, expect, type Page } from '@playwright/test';
import type { Organization } from './organizations.ts';
import type { Fault, FaultProxy, Target } from './fault-proxy.ts';
import type { PageProblems } from './page-problems.ts';

/** One change that can be made in the console. */
export interface FaultCase {
  name: string;
  target: Target;
  /** Prepares the server; what it returns reaches the other steps. */
  arrange?: (organization: Organization) => Promise<string>;
  /** The address of the screen, below the organization's. */
  path: (arranged: string) => string;
  /** Opens what makes the change and writes into it. */
  open: (page: Page, arranged: string) => Promise<void>;
  /** Makes the change; called again after each failure. */
  submit: (page: Page) => Promise<void>;
  /** What was written is still there. */
  kept: (page: Page) => Promise<void>;
  /** The screen asks the server what has become of it, and offers no second attempt when it was done. */
  isLearned?: boolean;
  /** How many things on the server are as the change makes them: 0 before it, 1 after it. */
  count: (organization: Organization, arranged: string) => Promise<number>;
}

/** Where a run takes place. */
export interface FaultScene {
  page: Page;
  context: BrowserContext;
  proxy: FaultProxy;
  organization: Organization;
  problems: PageProblems;
}

/** Refusals before anything was done, each with what the console says. */
const refusals: readonly [fault: Fault, said: RegExp][] = [
  [500, /Something went wrong on the server/],
  [503, /The server is being restarted/],
  [429, /Too many requests/],
  [412, /Somebody else has changed this/],
];

const uncertain = /could not be reached, so it is not certain whether this was done/;

/** Longer than the console waits for an answer, in milliseconds. */
const tooLong = 70_000;

/** What is shown of a failure: in the form or dialog, or as a toast. */
const failures = (page: Page) => page.getByRole('alert');

async function fails(page: Page, said: RegExp): Promise<void> {
  await expect(failures(page).filter({ hasText: said }).last()).toBeVisible();
}

/** Closes toasts, so that the next failure is told apart from the one before. */
async function clear(page: Page): Promise<void> {
  const toasts = page.getByRole('region', { name: 'Notifications' });
  while ((await toasts.getByRole('button', { name: 'Dismiss' }).count()) > 0)
    await toasts.getByRole('button', { name: 'Dismiss' }).first().click();
}

async function openCase(
  { page, proxy, organization, problems }: FaultScene,
  one: FaultCase,
): Promise<string> {
  problems.expect(/status of (500|503|429|412|401)/, /^50[03] /, /ERR_/);
  const answer = await page.context().request.post(`${proxy.url}/auth/session`, {
    data: { token: organization.admin.token },
  });
  expect(answer.ok()).toBe(true);
  const arranged = (await one.arrange?.(organization)) ?? '';
  await page.clock.install();
  await page.goto(proxy.url + organization.path(one.path(arranged)));
  await one.open(page, arranged);
  expect(await one.count(organization, arranged)).toBe(0);
  return arranged;
}

/**
 * Every refusal, no connection, no answer, and at last an answer that is lost after the change was made: each is shown,
 * nothing written is lost, success is not claimed, and sending it again does it exactly once.
 */
export async function expectSurvival(scene: FaultScene, one: FaultCase): Promise<void> {
  const { page, context, proxy, organization } = scene;
  const arranged = await openCase(scene, one);
  const stillNothing = async () => {
    await one.kept(page);
    expect(await one.count(organization, arranged)).toBe(0);
    await clear(page);
  };
  for (const [fault, said] of refusals) {
    proxy.arm(fault, one.target);
    await one.submit(page);
    await fails(page, said);
    await stillNothing();
  }
  await context.setOffline(true);
  await one.submit(page);
  await fails(page, /Not sent: this device is offline/);
  await context.setOffline(false);
  await stillNothing();

  proxy.arm('no answer', one.target);
  const before = proxy.struck();
  await one.submit(page);
  await expect.poll(() => proxy.struck()).toBe(before + 1);
  await page.clock.fastForward(tooLong);
  await fails(page, uncertain);
  await stillNothing();

  const lost = one.isLearned ? (['lost answer'] as const) : (['lost answer', 'cut answer'] as const);
  for (const fault of lost) {
    const already = proxy.struck();
    proxy.arm(fault, one.target);
    await one.submit(page);
    await expect.poll(() => proxy.struck()).toBe(already + 1);
    await fails(page, uncertain);
    await one.kept(page);
    await clear(page);
    expect(await one.count(organization, arranged)).toBe(1);
  }
  if (one.isLearned) return;
  await one.submit(page);
  await expect(failures(page)).toHaveCount(0);
  await expect.poll(() => one.count(organization, arranged)).toBe(1);
}

/** The session ends while something is written: signing in again, over the page, sends it. */
export async function expectResumption(scene: FaultScene, one: FaultCase): Promise<void> {
  const { page, proxy, organization } = scene;
  const arranged = await openCase(scene, one);
  proxy.arm(401, one.target);
  proxy.arm(401, { method: 'POST', path: /^\/auth\/refresh$/ });
  await one.submit(page);
  const again = page.getByRole('dialog', { name: 'Sign in again' });
  await expect(again).toBeVisible();
  expect(await one.count(organization, arranged)).toBe(0);
  await again.getByLabel('Sign-in link or API token').fill(organization.admin.token);
  await again.getByRole('button', { name: 'Sign in and go on' }).click();
  await expect(again).toBeHidden();
  await expect.poll(() => one.count(organization, arranged)).toBe(1);
  await expect(failures(page)).toHaveCount(0);
}

/**
 * The fault run: every change of the console, made while the server or the line fails. What was written is kept, success
 * is not claimed, and sending it again does it exactly once. `fault-cases.ts` lists the changes; each meets every fault,
 * one after the other on the screen that was opened once: what is kept is there to be sent again.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, type Page, type Request, type Response } from '@playwright/test';
import { listAuditLog } from '#api/generated/sdk.gen.ts';
import type { Organization, Person } from '../support/organizations.ts';
import type { Fault, FaultProxy, Target } from './fault-proxy.ts';
import { targetOf } from './fault-targets.ts';
import type { ChangingOperation } from '../support/operations.ts';
import { leadTo } from '../support/navigation.ts';
import type { PageProblems } from '../support/page-problems.ts';

/** One change that can be made in the console. */
export interface FaultCase {
  /** "creating a team". */
  name: string;
  /** The operation that is broken. */
  operation: ChangingOperation;
  /** Prepares the server; answers the address of the screen, below the organization's or, to join it, whole. */
  screen: (organization: Organization) => Promise<string> | string;
  /** The screen is loaded anew: what the one before leaves standing would not be fetched again. */
  isLoaded?: true;
  /** Opens what makes the change and writes into it. */
  open?: (page: Page, organization: Organization) => Promise<unknown>;
  /** Makes the change; called again after each failure. */
  submit: (page: Page) => Promise<unknown>;
  /** What was written, or the state before, is still there. */
  kept: (page: Page) => Promise<unknown>;
  /** The screen shows that it was done. */
  over?: (page: Page) => Promise<unknown>;
  /** After a failure the screen asks the server what has become of it, and offers no second attempt when it was done. */
  isLearned?: true;
  /** Makes a further change of the same kind, where the screen is of the learning sort. */
  another?: (page: Page) => Promise<unknown>;
}

/** Where a run takes place. */
export interface FaultScene {
  page: Page;
  proxy: FaultProxy;
  organization: Organization;
  /** Who makes the changes. */
  actor: Person;
  /** The screen that the change before has left as it should be. */
  left?: FaultCase['screen'] | undefined;
}

/** What happens to one attempt. */
export type Trouble = Fault | 'offline';

/** What leaves the server as it was, as far as it is told: by the server, by the line. */
const errorResponses = [500, 503, 429, 412] as const;
const outages = ['offline', 'no answer'] as const;
const refusals = [...errorResponses, ...outages] as const;
/** What is done, but without an answer or with only its beginning. */
const losses = ['lost answer', 'cut answer'] as const;

/**
 * What each change meets, in this order. Of what is told alike, one by turns; all of it in the deep tests. An answer is
 * lost once in any case: what is known to be done is not sent again, so that it could not lose a second one.
 *
 * @param turn its place among all changes
 */
export function troublesOf(turn: number, isDeep = process.env.DEEP !== undefined): readonly Trouble[] {
  const oneOf = <T>(alike: readonly T[], round = turn): T[] =>
    alike.filter((_, index) => index === round % alike.length);
  const loss = oneOf(losses, Math.floor(turn / outages.length));
  if (isDeep) return [...refusals, ...loss, 401];
  return [...oneOf(errorResponses), ...oneOf(outages), ...loss, 401];
}

const said: Record<Exclude<Trouble, 401>, RegExp> = {
  500: /Something went wrong on the server/,
  503: /The server is restarting/,
  429: /Too many requests/,
  412: /Someone else changed this/,
  offline: /Not sent: you’re offline/,
  'no answer': /The change may or may not have been saved/,
  'lost answer': /The change may or may not have been saved/,
  'cut answer': /The change may or may not have been saved/,
};

/** Longer than the console waits for an answer, in milliseconds. */
const tooLong = 70_000;

/** How long a change may take to arrive at the proxy, in milliseconds; one that breaks before never does. */
const arrivalTakes = 20_000;

const hour = 3_600_000;

/**
 * What is shown of a failure: in the form or dialog, or as a toast. It is waited for, not expected: an expectation describes
 * the whole page each time that it does not hold yet.
 */
const failures = (page: Page) => page.getByRole('alert');

/** Signs the actor in, by way of the proxy, and gives the page a clock of its own. */
export async function enterScene({ page, proxy, actor }: FaultScene, problems: PageProblems): Promise<void> {
  problems.expect(/status of (500|503|429|412|401)/, /^50[03] /, /ERR_/);
  const request = page.context().request.post(`${proxy.url}/auth/session`, { data: { token: actor.token } });
  expect((await request).ok()).toBe(true);
  // Behind the server's: however far the run leads it forward, no session comes near its end by itself.
  await page.clock.install({ time: Date.now() - hour });
}

/** How often an operation was carried out: its rows in the audit log, which are written together with the change. */
export async function timesDone({ id, admin }: Organization, action: string): Promise<number> {
  const path = { organizationId: id };
  const query = { action, limit: 1 };
  const { data } = await listAuditLog({ client: admin.client, path, query, throwOnError: true });
  return data.count;
}

/** Makes one change under all that it has to meet, and at last for good. */
export async function expectSurvival(
  scene: FaultScene,
  one: FaultCase,
  troubles: readonly Trouble[],
): Promise<void> {
  const { page, organization } = scene;
  await enter(scene, one);
  const before = await timesDone(organization, one.operation);
  const done = async () => (await timesDone(organization, one.operation)) - before;
  for (const trouble of refusals.filter((each) => troubles.includes(each)))
    await expectFailure(scene, one, trouble);
  // What the screen has learned to be done is not offered again.
  const endsThere = one.isLearned && !one.another;
  if (endsThere) await expectFailureAfterSignIn(scene, one);
  expect(await done(), 'times executed before a lost response').toBe(0);
  for (const trouble of losses.filter((each) => troubles.includes(each)))
    await expectFailure(scene, one, trouble);
  if (!endsThere) {
    await goOnAfterSignIn(scene, one);
    await one.over?.(page);
    await expect(failures(page)).toHaveCount(0);
  }
  // What has been learned may leave a dialog that tells of the failure.
  if ((await page.getByRole('dialog').count()) === 0) scene.left = one.screen;
  expect(await done(), 'times executed in the end').toBe(one.isLearned && !endsThere ? 2 : 1);
}

/** Goes to the screen of a change, and opens what makes it. */
async function enter(scene: FaultScene, one: FaultCase): Promise<void> {
  const { page, proxy, organization, left } = scene;
  const screen = await one.screen(organization);
  const address = screen.startsWith('/join/') ? screen : organization.path(screen);
  scene.left = undefined;
  const isThere = page.url() === proxy.url + address;
  if (left && !isThere && !one.isLoaded) {
    // So much later that what was fetched before is fetched anew.
    await page.clock.fastForward(tooLong);
    await leadTo(page, address);
  } else if (left !== one.screen) await page.goto(proxy.url + address);
  await clear(page);
  await one.open?.(page, organization);
}

const notifications = (page: Page) => page.getByRole('region', { name: 'Notifications' });

/** Closes toasts, so that the next failure is told apart from the one before. */
async function clear(page: Page): Promise<void> {
  const dismiss = notifications(page).getByRole('button', { name: 'Dismiss' });
  // All that are there now: one that goes by itself meanwhile could not be waited for.
  await dismiss.evaluateAll((buttons) =>
    buttons.forEach((button) => button instanceof HTMLElement && button.click()),
  );
  await expect(dismiss).toHaveCount(0);
}

/** One attempt that meets trouble: it is told, what was written stays, and nothing says that it was done. */
export async function expectFailure(
  scene: FaultScene,
  one: Pick<FaultCase, 'operation' | 'submit' | 'kept'>,
  trouble: Exclude<Trouble, 401>,
): Promise<void> {
  await attempt(scene, one, trouble);
  await expectTold(scene.page, one, trouble);
  if (trouble === 'lost answer') scene.proxy.disarm();
}

async function expectTold(
  page: Page,
  one: Pick<FaultCase, 'kept'>,
  trouble: Exclude<Trouble, 401>,
): Promise<void> {
  await failures(page).filter({ hasText: said[trouble] }).last().waitFor();
  await one.kept(page);
  await expect(notifications(page).getByRole('status')).toHaveCount(0);
  await clear(page);
}

async function attempt(
  { page, proxy }: FaultScene,
  one: Pick<FaultCase, 'operation' | 'submit'>,
  trouble: Exclude<Trouble, 401>,
): Promise<void> {
  if (trouble === 'offline') {
    await page.context().setOffline(true);
    await one.submit(page);
    await failures(page).filter({ hasText: said.offline }).last().waitFor();
    await page.context().setOffline(false);
    return;
  }
  const strike = proxy.strike();
  // The browser may send again by itself what was lost; that is lost as well.
  proxy.arm(trouble, { ...targetOf(one.operation), always: trouble === 'lost answer' });
  const lost: string[] = [];
  const noteLost = (request: Request) => lost.push(`${request.url()} ${request.failure()?.errorText}`);
  page.on('requestfailed', noteLost);
  await one.submit(page);
  const isStruck = await Promise.race([strike.then(() => true), sleep(arrivalTakes, false, { ref: false })]);
  page.off('requestfailed', noteLost);
  if (!isStruck) {
    const told = (await failures(page).allInnerTexts()).join(' ');
    throw new Error(
      `${one.operation} did not arrive for the fault “${trouble}”. Reported: ${told}. Lost: ${lost.join()}.`,
    );
  }
  if (trouble === 'no answer') await page.clock.fastForward(tooLong);
}

/** The session is over when a change is sent: signing in again, over the page, sends it once more. */
async function goOnAfterSignIn(scene: FaultScene, one: FaultCase): Promise<void> {
  const signIn = await loseSession(scene, one.operation, (one.isLearned && one.another) || one.submit);
  await succeed(scene.page, one.operation, signIn);
  await expect(againDialog(scene.page)).toBeHidden();
}

/** The same, but what is sent once more is refused: nothing is lost by either. */
async function expectFailureAfterSignIn(scene: FaultScene, one: FaultCase): Promise<void> {
  const { page, proxy } = scene;
  const signIn = await loseSession(scene, one.operation, one.submit);
  proxy.arm(500, targetOf(one.operation));
  await signIn();
  await expect(againDialog(page)).toBeHidden();
  await expectTold(page, one, 500);
}

const againDialog = (page: Page) => page.getByRole('dialog', { name: 'Sign in again' });

/** Sends a change when the session is over. @returns what signs in again */
async function loseSession(
  { page, proxy, actor }: FaultScene,
  operation: string,
  submit: FaultCase['submit'],
): Promise<() => Promise<void>> {
  proxy.arm(401, targetOf(operation));
  proxy.arm(401, { method: 'POST', path: /^\/auth\/refresh$/ });
  await submit(page);
  const token = againDialog(page).getByLabel('Sign-in link or API token');
  await token.fill(actor.token);
  return () => token.press('Enter');
}

/** Waits for the answer that says that it was done. */
async function succeed(page: Page, operation: string, act: () => Promise<unknown>): Promise<void> {
  const answer = page.waitForResponse(
    (response) => response.ok() && isAnswerTo(response, targetOf(operation)),
  );
  await act();
  await answer;
}

function isAnswerTo(response: Response, { method, path }: Target): boolean {
  return response.request().method() === method && path.test(new URL(response.url()).pathname);
}

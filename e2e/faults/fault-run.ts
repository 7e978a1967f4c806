/**
 * The fault run: every change of the console, made while the server or the line fails. What was written is kept, success
 * is not claimed, and sending it again does it exactly once. `fault-cases.ts` lists the changes; each meets every fault,
 * one after the other on the screen that was opened once: what is kept is there to be sent again.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, type Page, type Request, type Response } from '@playwright/test';
import { listAuditLog } from '#api/generated/sdk.gen.ts';
import type { Organization, Person } from '../support/organizations.ts';
import type { Fault, FaultProxy, RequestPattern } from './fault-proxy.ts';
import { requestPatternOf } from './operation-requests.ts';
import type { ChangingOperation } from '../support/operations.ts';
import { navigateTo } from '../support/navigation.ts';
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
  needsReload?: true;
  /** Opens what makes the change and writes into it. */
  open?: (page: Page, organization: Organization) => Promise<unknown>;
  /** Makes the change; called again after each failure. */
  submit: (page: Page) => Promise<unknown>;
  /** What was written, or the state before, is still there. */
  expectPreserved: (page: Page) => Promise<unknown>;
  /** The screen shows that it was done. */
  expectDone?: (page: Page) => Promise<unknown>;
  /** After a failure the screen asks the server what has become of it, and offers no second attempt when it was done. */
  refetchesAfterFailure?: true;
  /** Makes a further change of the same kind, where the screen is of the learning sort. */
  submitAnother?: (page: Page) => Promise<unknown>;
}

/** Where a run takes place. */
export interface FaultContext {
  page: Page;
  proxy: FaultProxy;
  organization: Organization;
  /** Who makes the changes. */
  actor: Person;
  /** The screen that the change before has left as it should be. */
  lastScreen?: FaultCase['screen'] | undefined;
}

/** What happens to one attempt. */
export type FaultKind = Fault | 'offline';

/** What leaves the server as it was, as far as it is told: by the server, by the line. */
const errorResponses = [500, 503, 429, 412] as const;
const outages = ['offline', 'no answer'] as const;
const rejections = [...errorResponses, ...outages] as const;
/** What is done, but without an answer or with only its beginning. */
const lostResponses = ['lost answer', 'cut answer'] as const;

/**
 * What each change meets, in this order. Of what is told alike, one by turns; all of it in the deep tests. An answer is
 * lost once in any case: what is known to be done is not sent again, so that it could not lose a second one.
 *
 * @index index its place among all changes
 */
export function faultsFor(index: number, isDeep = process.env.DEEP !== undefined): readonly FaultKind[] {
  const roundRobin = <T>(alike: readonly T[], round = index): T[] =>
    alike.filter((_, index) => index === round % alike.length);
  const loss = roundRobin(lostResponses, Math.floor(index / outages.length));
  if (isDeep) return [...rejections, ...loss, 401];
  return [...roundRobin(errorResponses), ...roundRobin(outages), ...loss, 401];
}

const expectedMessages: Record<Exclude<FaultKind, 401>, RegExp> = {
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
const beyondTimeoutMs = 70_000;

/** How long a change may take to arrive at the proxy, in milliseconds; one that breaks before never does. */
const arrivalTimeoutMs = 20_000;

const hour = 3_600_000;

/**
 * What is shown of a failure: in the form or dialog, or as a toast. It is waited for, not expected: an expectation describes
 * the whole page each time that it does not hold yet.
 */
const alerts = (page: Page) => page.getByRole('alert');

/** Signs the actor in, by way of the proxy, and gives the page a clock of its own. */
export async function enterContext(
  { page, proxy, actor }: FaultContext,
  problems: PageProblems,
): Promise<void> {
  problems.expect(/status of (500|503|429|412|401)/, /^50[03] /, /ERR_/);
  const request = page.context().request.post(`${proxy.url}/auth/session`, { data: { token: actor.token } });
  expect((await request).ok()).toBe(true);
  // Behind the server's: however far the run leads it forward, no session comes near its end by itself.
  await page.clock.install({ time: Date.now() - hour });
}

/** How often an operation was carried out: its rows in the audit log, which are written together with the change. */
export async function countDone({ id, admin }: Organization, action: string): Promise<number> {
  const path = { organizationId: id };
  const query = { action, limit: 1 };
  const { data } = await listAuditLog({ client: admin.client, path, query, throwOnError: true });
  return data.count;
}

/** Makes one change under all that it has to meet, and at last for good. */
export async function expectRecovers(
  context: FaultContext,
  faultCase: FaultCase,
  faults: readonly FaultKind[],
): Promise<void> {
  const { page, organization } = context;
  await enter(context, faultCase);
  const before = await countDone(organization, faultCase.operation);
  const done = async () => (await countDone(organization, faultCase.operation)) - before;
  for (const fault of rejections.filter((each) => faults.includes(each)))
    await expectFailure(context, faultCase, fault);
  // What the screen has learned to be done is not offered again.
  const endsThere = faultCase.refetchesAfterFailure && !faultCase.submitAnother;
  if (endsThere) await expectFailureAfterSignIn(context, faultCase);
  expect(await done(), 'times executed before a lost response').toBe(0);
  for (const fault of lostResponses.filter((each) => faults.includes(each)))
    await expectFailure(context, faultCase, fault);
  if (!endsThere) {
    await continueAfterSignIn(context, faultCase);
    await faultCase.expectDone?.(page);
    await expect(alerts(page)).toHaveCount(0);
  }
  // What has been learned may leave a dialog that tells of the failure.
  if ((await page.getByRole('dialog').count()) === 0) context.lastScreen = faultCase.screen;
  expect(await done(), 'times executed in the end').toBe(
    faultCase.refetchesAfterFailure && !endsThere ? 2 : 1,
  );
}

/** Goes to the screen of a change, and opens what makes it. */
async function enter(context: FaultContext, faultCase: FaultCase): Promise<void> {
  const { page, proxy, organization, lastScreen } = context;
  const screen = await faultCase.screen(organization);
  const address = screen.startsWith('/join/') ? screen : organization.path(screen);
  context.lastScreen = undefined;
  const isThere = page.url() === proxy.url + address;
  if (lastScreen && !isThere && !faultCase.needsReload) {
    // So much later that what was fetched before is fetched anew.
    await page.clock.fastForward(beyondTimeoutMs);
    await navigateTo(page, address);
  } else if (lastScreen !== faultCase.screen) await page.goto(proxy.url + address);
  await dismissNotifications(page);
  await faultCase.open?.(page, organization);
}

const notifications = (page: Page) => page.getByRole('region', { name: 'Notifications' });

/** Closes toasts, so that the next failure is told apart from the one before. */
async function dismissNotifications(page: Page): Promise<void> {
  const dismiss = notifications(page).getByRole('button', { name: 'Dismiss' });
  // All that are there now: one that goes by itself meanwhile could not be waited for.
  await dismiss.evaluateAll((buttons) =>
    buttons.forEach((button) => button instanceof HTMLElement && button.click()),
  );
  await expect(dismiss).toHaveCount(0);
}

/** One attempt that meets trouble: it is told, what was written stays, and nothing says that it was done. */
export async function expectFailure(
  context: FaultContext,
  faultCase: Pick<FaultCase, 'operation' | 'submit' | 'expectPreserved'>,
  fault: Exclude<FaultKind, 401>,
): Promise<void> {
  await attempt(context, faultCase, fault);
  await expectReported(context.page, faultCase, fault);
  if (fault === 'lost answer') context.proxy.disarm();
}

async function expectReported(
  page: Page,
  faultCase: Pick<FaultCase, 'expectPreserved'>,
  fault: Exclude<FaultKind, 401>,
): Promise<void> {
  await alerts(page).filter({ hasText: expectedMessages[fault] }).last().waitFor();
  await faultCase.expectPreserved(page);
  await expect(notifications(page).getByRole('status')).toHaveCount(0);
  await dismissNotifications(page);
}

async function attempt(
  { page, proxy }: FaultContext,
  faultCase: Pick<FaultCase, 'operation' | 'submit'>,
  fault: Exclude<FaultKind, 401>,
): Promise<void> {
  if (fault === 'offline') {
    await page.context().setOffline(true);
    await faultCase.submit(page);
    await alerts(page).filter({ hasText: expectedMessages.offline }).last().waitFor();
    await page.context().setOffline(false);
    return;
  }
  const nextFault = proxy.nextFault();
  // The browser may send again by itself what was lost; that is lost as well.
  proxy.arm(fault, { ...requestPatternOf(faultCase.operation), matchesAll: fault === 'lost answer' });
  const lost: string[] = [];
  const noteLost = (request: Request) => lost.push(`${request.url()} ${request.failure()?.errorText}`);
  page.on('requestfailed', noteLost);
  await faultCase.submit(page);
  const hasFailed = await Promise.race([
    nextFault.then(() => true),
    sleep(arrivalTimeoutMs, false, { ref: false }),
  ]);
  page.off('requestfailed', noteLost);
  if (!hasFailed) {
    const reported = (await alerts(page).allInnerTexts()).join(' ');
    throw new Error(
      `${faultCase.operation} did not arrive for the fault “${fault}”. Reported: ${reported}. Lost: ${lost.join()}.`,
    );
  }
  if (fault === 'no answer') await page.clock.fastForward(beyondTimeoutMs);
}

/** The session is over when a change is sent: signing in again, over the page, sends it once more. */
async function continueAfterSignIn(context: FaultContext, faultCase: FaultCase): Promise<void> {
  const signIn = await expireSession(
    context,
    faultCase.operation,
    (faultCase.refetchesAfterFailure && faultCase.submitAnother) || faultCase.submit,
  );
  await succeed(context.page, faultCase.operation, signIn);
  await expect(signInAgainDialog(context.page)).toBeHidden();
}

/** The same, but what is sent once more is refused: nothing is lost by either. */
async function expectFailureAfterSignIn(context: FaultContext, faultCase: FaultCase): Promise<void> {
  const { page, proxy } = context;
  const signIn = await expireSession(context, faultCase.operation, faultCase.submit);
  proxy.arm(500, requestPatternOf(faultCase.operation));
  await signIn();
  await expect(signInAgainDialog(page)).toBeHidden();
  await expectReported(page, faultCase, 500);
}

const signInAgainDialog = (page: Page) => page.getByRole('dialog', { name: 'Sign in again' });

/** Sends a change when the session is over. @returns what signs in again */
async function expireSession(
  { page, proxy, actor }: FaultContext,
  operation: string,
  submit: FaultCase['submit'],
): Promise<() => Promise<void>> {
  proxy.arm(401, requestPatternOf(operation));
  proxy.arm(401, { method: 'POST', path: /^\/auth\/refresh$/ });
  await submit(page);
  const token = signInAgainDialog(page).getByLabel('Sign-in link or API token');
  await token.fill(actor.token);
  return () => token.press('Enter');
}

/** Waits for the answer that says that it was done. */
async function succeed(page: Page, operation: string, act: () => Promise<unknown>): Promise<void> {
  const answer = page.waitForResponse(
    (response) => response.ok() && isResponseTo(response, requestPatternOf(operation)),
  );
  await act();
  await answer;
}

function isResponseTo(response: Response, { method, path }: RequestPattern): boolean {
  return response.request().method() === method && path.test(new URL(response.url()).pathname);
}

import { expect, type Page, type Request, type Response } from '@playwright/test';
/**
 * The fault run: every change of the console with every fault. Input is preserved, success is not claimed, and a retry
 * executes exactly once.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { listAuditLog } from '#api/generated/sdk.gen.ts';
import { isDeep } from '../support/deep.ts';
import { messagesName } from '../support/names.ts';
import { navigateTo } from '../support/navigation.ts';
import type { ChangingOperation } from '../support/operations.ts';
import type { Organization, Person } from '../support/organizations.ts';
import type { PageProblems } from '../support/page-problems.ts';
import { openTokenSignIn } from '../support/sign-in.ts';
import type { Fault, FaultProxy, RequestPattern } from './fault-proxy.ts';
import { requestPatternOf } from './operation-requests.ts';

/** One change that can be made in the console. */
export interface FaultCase {
  /** "creating a team". */
  name: string;
  /** The operation that gets the fault. */
  operation: ChangingOperation;
  /** It sends more than the operation takes at servers of another make, which the console doesn't offer there. */
  needsExtension?: true;
  /** Prepares the server; returns the screen's path. */
  screen: (organization: Organization) => Promise<string> | string;
  /** Reloads the page instead of navigating. */
  needsReload?: true;
  /** Opens and fills the form. */
  open?: (page: Page, organization: Organization) => Promise<unknown>;
  /** Submits; called again after each failure. */
  submit: (page: Page) => Promise<unknown>;
  /** The input or previous state is preserved. */
  expectPreserved: (page: Page) => Promise<unknown>;
  /** The screen shows success. */
  expectDone?: (page: Page) => Promise<unknown>;
  /** After a failure the screen refetches and does not offer a retry if the change was done. */
  refetchesAfterFailure?: true;
  /** Submits another change of the same kind, for such screens. */
  submitAnother?: (page: Page) => Promise<unknown>;
}

export interface FaultContext {
  page: Page;
  proxy: FaultProxy;
  organization: Organization;
  /** Who makes the changes. */
  actor: Person;
  /** The screen where the previous case ended cleanly. */
  lastScreen?: FaultCase['screen'] | undefined;
}

/** The fault of one attempt. */
export type FaultKind = Fault | 'offline';

/** Faults that change nothing on the server. */
const errorResponses = [500, 503, 429, 412] as const;
const outages = ['offline', 'no response'] as const;
const rejections = [...errorResponses, ...outages] as const;
/** Faults after the change was executed. */
const lostResponses = ['lost response', 'cut response'] as const;

/**
 * The faults of a case in order. In deep tests all that change nothing, a lost response and the end of the session; else
 * one of the three, round robin.
 */
export function faultsFor(index: number, all = isDeep): readonly FaultKind[] {
  const round = Math.floor(index / 3);
  const loss = lostResponses.filter((_, at) => at === (all ? index : round) % lostResponses.length);
  if (all) return [...rejections, ...loss, 401];
  if (index % 3 === 0) return rejections.filter((_, at) => at === round % rejections.length);
  return index % 3 === 1 ? loss : [401];
}

const expectedMessages: Record<Exclude<FaultKind, 401>, RegExp> = {
  500: /The server could not complete the request/,
  503: /The server is restarting/,
  429: /Too many requests/,
  412: /Someone else changed this/,
  403: /You need another role to do this/,
  offline: /Not sent: you’re offline/,
  'no response': /The change may or may not have been saved/,
  'lost response': /The change may or may not have been saved/,
  'cut response': /The change may or may not have been saved/,
};

/** Longer than the console's request timeout, in milliseconds. */
const beyondTimeoutMs = 70_000;

/** How long a request may take to reach the proxy, in milliseconds. */
const arrivalTimeoutMs = 20_000;

const hour = 3_600_000;

/** Error messages in forms, dialogs and toasts. Use `waitFor`, because failing expectations serialize the page. */
const alerts = (page: Page) => page.getByRole('alert');

/** Signs the actor in through the proxy and installs a fake clock. */
export async function enterContext(
  { page, proxy, actor }: FaultContext,
  problems: PageProblems,
): Promise<void> {
  // 409: a change of pages is sent again after one whose own revision is not known yet, as its response was lost.
  // 404: the same, of what links to a deleted page. Offline, what a link leads to is not fetched ahead.
  const messages = [
    /status of (500|503|429|412|409|401)/,
    /status of 404.*backlinks/,
    // Back online, a screen is fetched again while what it shows is being deleted.
    /status of 404.*\/(spaces|openapi)\/\w+\)/,
    /load part of the console/,
  ];
  problems.expect(...messages, /^50[03] /, /ERR_/);
  const request = page.context().request.post(`${proxy.url}/auth/session`, { data: { token: actor.token } });
  expect((await request).ok()).toBe(true);
  // Behind the server's clock, so that fast-forwarding never expires the session.
  await page.clock.install({ time: Date.now() - hour });
}

/** How often an operation was executed, from the audit log. */
export async function countExecuted({ id, admin }: Organization, action: string): Promise<number> {
  const path = { organizationId: id };
  const query = { action, limit: 1 };
  const { data } = await listAuditLog({ client: admin.client, path, query, throwOnError: true });
  return data.count;
}

/** Runs one case with all its faults, and finally succeeds. */
export async function expectRecovers(
  context: FaultContext,
  faultCase: FaultCase,
  faults: readonly FaultKind[],
): Promise<void> {
  const { page, organization } = context;
  await enter(context, faultCase);
  const before = await countExecuted(organization, faultCase.operation);
  const countNew = async () => (await countExecuted(organization, faultCase.operation)) - before;
  for (const fault of rejections.filter((each) => faults.includes(each)))
    await expectFailure(context, faultCase, fault);
  // A change the screen knows to be done is not offered again.
  const endsThere = faultCase.refetchesAfterFailure && !faultCase.submitAnother;
  if (endsThere && faults.includes(401)) await expectFailureAfterSignIn(context, faultCase);
  expect(await countNew(), 'times executed before a lost response').toBe(0);
  for (const fault of lostResponses.filter((each) => faults.includes(each)))
    await expectFailure(context, faultCase, fault);
  if (!endsThere) {
    await (faults.includes(401) ? continueAfterSignIn : continueAtOnce)(context, faultCase);
    await faultCase.expectDone?.(page);
    await expect(alerts(page)).toHaveCount(0);
  }
  // A file that a page could not preload while it was offline is not fetched again before the page is loaded anew.
  const mayLackFiles = faults[0] === 'offline';
  // The response may leave a dialog that shows the failure.
  if (!mayLackFiles && (await page.getByRole('dialog').count()) === 0) context.lastScreen = faultCase.screen;
  expect(await countNew(), 'times executed in the end').toBe(
    faultCase.refetchesAfterFailure && !endsThere ? 2 : 1,
  );
}

/** Goes to the screen of a case, and opens the form. */
async function enter(context: FaultContext, faultCase: FaultCase): Promise<void> {
  const { page, proxy, organization, lastScreen } = context;
  const screen = await faultCase.screen(organization);
  const address = /^\/(join|account)(\/|$)/.test(screen) ? screen : organization.path(screen);
  context.lastScreen = undefined;
  const isThere = page.url() === proxy.url + address;
  if (lastScreen && !isThere && !faultCase.needsReload) {
    // Late enough that cached responses are refetched.
    await page.clock.fastForward(beyondTimeoutMs);
    await navigateTo(page, address);
  } else if (lastScreen !== faultCase.screen) await page.goto(proxy.url + address);
  await dismissNotifications(page);
  await faultCase.open?.(page, organization);
}

const notifications = (page: Page) => page.getByRole('region', { name: messagesName });

/** Dismisses toasts, so that failures can be distinguished. */
async function dismissNotifications(page: Page): Promise<void> {
  const dismiss = notifications(page).getByRole('button', { name: 'Dismiss' });
  // Only those that are visible now, because others may disappear by themselves.
  await dismiss.evaluateAll((buttons) =>
    buttons.forEach((button) => button instanceof HTMLElement && button.click()),
  );
  await expect(dismiss).toHaveCount(0);
}

/** A change of the contract or, by method and path, beside it. */
export interface FaultyChange extends Pick<FaultCase, 'submit' | 'expectPreserved'> {
  operation: ChangingOperation | `${'POST' | 'PUT' | 'DELETE'} /auth/${string}`;
}

/** One failing attempt: the error is shown, the input preserved, and success not claimed. */
export async function expectFailure(
  context: Pick<FaultContext, 'page' | 'proxy'>,
  faultCase: FaultyChange,
  fault: Exclude<FaultKind, 401>,
): Promise<void> {
  await attempt(context, faultCase, fault);
  await expectReported(context.page, faultCase, fault);
  if (fault === 'lost response') context.proxy.disarm();
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
  { page, proxy }: Pick<FaultContext, 'page' | 'proxy'>,
  faultCase: Pick<FaultyChange, 'operation' | 'submit'>,
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
  // Browsers may resend a lost request; lose that too.
  proxy.arm(fault, { ...requestPatternOf(faultCase.operation), matchesAll: fault === 'lost response' });
  const lost: string[] = [];
  const recordLost = (request: Request) => lost.push(`${request.url()} ${request.failure()?.errorText}`);
  page.on('requestfailed', recordLost);
  await faultCase.submit(page);
  const hasFailed = await Promise.race([
    nextFault.then(() => true),
    sleep(arrivalTimeoutMs, false, { ref: false }),
  ]);
  page.off('requestfailed', recordLost);
  if (!hasFailed) {
    const reported = (await alerts(page).allInnerTexts()).join(' ');
    throw new Error(
      `${faultCase.operation} did not arrive for the fault “${fault}”. Reported: ${reported}. Lost: ${lost.join()}.`,
    );
  }
  if (fault === 'no response') await page.clock.fastForward(beyondTimeoutMs);
}

/**
 * The submission that repeats a change after a lost response; another one where the screen knows that the
 * first was executed.
 */
const finalSubmit = ({ refetchesAfterFailure, submitAnother, submit }: FaultCase): FaultCase['submit'] =>
  (refetchesAfterFailure && submitAnother) || submit;

/** The change succeeds when it is submitted once more. */
function continueAtOnce({ page }: FaultContext, faultCase: FaultCase): Promise<void> {
  return succeed(page, faultCase.operation, () => finalSubmit(faultCase)(page));
}

/** The session expires on submit; signing in again resends the change. */
async function continueAfterSignIn(context: FaultContext, faultCase: FaultCase): Promise<void> {
  const signIn = await expireSession(context, faultCase.operation, finalSubmit(faultCase));
  await succeed(context.page, faultCase.operation, signIn);
  await expect(signInAgainDialog(context.page)).toBeHidden();
}

/** The same, but the resent change fails; nothing is lost. */
async function expectFailureAfterSignIn(context: FaultContext, faultCase: FaultCase): Promise<void> {
  const { page, proxy } = context;
  const signIn = await expireSession(context, faultCase.operation, faultCase.submit);
  proxy.arm(500, requestPatternOf(faultCase.operation));
  await signIn();
  await expect(signInAgainDialog(page)).toBeHidden();
  await expectReported(page, faultCase, 500);
}

const signInAgainDialog = (page: Page) => page.getByRole('dialog', { name: 'Sign in again' });

/**
 * Submits with an expired session.
 *
 * @returns a function that signs in again
 */
async function expireSession(
  { page, proxy, actor }: FaultContext,
  operation: string,
  submit: FaultCase['submit'],
): Promise<() => Promise<void>> {
  proxy.arm(401, requestPatternOf(operation));
  proxy.arm(401, { method: 'POST', path: /^\/auth\/refresh$/ });
  await submit(page);
  const token = await openTokenSignIn(signInAgainDialog(page));
  await token.fill(actor.token);
  return () => token.press('Enter');
}

/** Waits for the successful response. */
async function succeed(page: Page, operation: string, act: () => Promise<unknown>): Promise<void> {
  const pending = page.waitForResponse(
    (response) => response.ok() && isResponseTo(response, requestPatternOf(operation)),
  );
  await act();
  await pending;
}

function isResponseTo(response: Response, { method, path }: RequestPattern): boolean {
  return response.request().method() === method && path.test(new URL(response.url()).pathname);
}

/**
 * The fault run: every change of the console, made while the server or the line fails. What was written is kept, success
 * is not claimed, and sending it again does it exactly once. `fault-cases.ts` lists the changes.
 *
 * Which faults a change meets: one of each kind of control, its model, meets all of them. The others share the model's
 * code down to the request, so they meet a defect of the server, one refusal, one silence and one lost answer, in
 * turns, so that every pair of these comes up; every second one ends with a session that is over.
 */
import { expect, type Page, type Response } from '@playwright/test';
import { listAuditLog } from '../../src/api/generated/sdk.gen.ts';
import type { Organization, Person } from './organizations.ts';
import type { Fault, FaultProxy, Target } from './fault-proxy.ts';
import { targetOf } from './fault-targets.ts';
import type { PageProblems } from './page-problems.ts';

/** What a change is made with. */
export type Kind =
  /** A dialog with fields. */
  | 'form'
  /** A form that is part of a page or panel. */
  | 'inline form'
  /** A dialog that asks, without fields to write into. */
  | 'question'
  /** A choice in a row that counts at once. */
  | 'row'
  /** Something dragged, nudged or renamed in a tree. */
  | 'tree'
  /** A button that acts at once. */
  | 'button'
  /** A field for a comment. */
  | 'composer';

/** One change that can be made in the console. */
export interface FaultCase {
  /** "creating a team". */
  name: string;
  kind: Kind;
  /** It meets every fault, for all of its kind. */
  isModel?: true;
  /** The operation that is broken. */
  operation: string;
  /** What sends it: a file below `src`. */
  source: string;
  /** Prepares the server; answers the address of the screen, below the organization's or, to join it, whole. */
  screen: (organization: Organization) => Promise<string> | string;
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

const refusals = [429, 412, 503] as const;
const silences = ['offline', 'no answer'] as const;
const losses = ['lost answer', 'cut answer'] as const;
const all: readonly Trouble[] = [500, ...refusals, ...silences, ...losses, 401];

const inTurn = <One>(list: readonly [One, ...One[]], turn: number): One =>
  list[turn % list.length] ?? list[0];

/** What a change meets, in this order. @param turn its place among all changes */
export function troublesOf(
  { kind, isModel, isLearned, another }: FaultCase,
  turn: number,
): readonly Trouble[] {
  const some: Trouble[] = [500, inTurn(refusals, turn), inTurn(silences, turn), inTurn(losses, turn >> 1)];
  if (turn % 2 === 0) some.push(401);
  // What the screen has learned to be done is not sent again. A form in a page learns it as it sends a second time.
  const losesOnce = isLearned || kind === 'inline form';
  const endsThere = isLearned && !another;
  return (isModel ? all : some).filter(
    (trouble) => !(isModel && losesOnce && trouble === 'cut answer') && !(endsThere && trouble === 401),
  );
}

const said: Record<Exclude<Trouble, 401>, RegExp> = {
  500: /Something went wrong on the server/,
  503: /The server is being restarted/,
  429: /Too many requests/,
  412: /Somebody else has changed this/,
  offline: /Not sent: this device is offline/,
  'no answer': /could not be reached, so it is not certain whether this was done/,
  'lost answer': /could not be reached, so it is not certain whether this was done/,
  'cut answer': /could not be reached, so it is not certain whether this was done/,
};

/** Longer than the console waits for an answer, in milliseconds. */
const tooLong = 70_000;

/** What is shown of a failure: in the form or dialog, or as a toast. */
const failures = (page: Page) => page.getByRole('alert');

/** Signs the actor in, by way of the proxy, and gives the page a clock of its own. */
export async function enterScene({ page, proxy, actor }: FaultScene, problems: PageProblems): Promise<void> {
  problems.expect(/status of (500|503|429|412|401)/, /^50[03] /, /ERR_/);
  const request = page.context().request.post(`${proxy.url}/auth/session`, { data: { token: actor.token } });
  expect((await request).ok()).toBe(true);
  await page.clock.install();
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
  const { page, proxy, organization } = scene;
  const screen = await one.screen(organization);
  const address = proxy.url + (screen.startsWith('/join/') ? screen : organization.path(screen));
  // Changes of one screen share it; what was told of the one before goes.
  if (scene.left === one.screen && page.url() === address) await clear(page);
  else await page.goto(address);
  scene.left = undefined;
  await one.open?.(page, organization);
  const before = await timesDone(organization, one.operation);
  const done = async () => (await timesDone(organization, one.operation)) - before;
  let made = 0;
  for (const trouble of troubles.filter((each) => each !== 401)) {
    await expectFailure(scene, one, trouble);
    if (isLoss(trouble)) made = 1;
    await expect.poll(done, { message: `times it was done after “${trouble}”` }).toBe(made);
    await clear(page);
  }
  // What the screen has learned to be done is not offered again.
  const goesOn = troubles.includes(401) || !one.isLearned;
  if (goesOn) {
    if (troubles.includes(401)) await goOnAfterSignIn(scene, one);
    else await succeed(page, one.operation, () => one.submit(page));
    await one.over?.(page);
    await expect(failures(page)).toHaveCount(0);
    scene.left = one.screen;
  }
  expect(await done(), 'times it was done in the end').toBe(one.isLearned && goesOn ? 2 : 1);
}

const isLoss = (trouble: Trouble) => losses.some((loss) => loss === trouble);

const notifications = (page: Page) => page.getByRole('region', { name: 'Notifications' });

/** Closes toasts, so that the next failure is told apart from the one before. */
async function clear(page: Page): Promise<void> {
  const dismiss = notifications(page).getByRole('button', { name: 'Dismiss' });
  while ((await dismiss.count()) > 0) await dismiss.first().click();
}

/** One attempt that meets trouble: it is told, what was written stays, and nothing says that it was done. */
export async function expectFailure(
  scene: FaultScene,
  one: Pick<FaultCase, 'operation' | 'submit' | 'kept'>,
  trouble: Exclude<Trouble, 401>,
): Promise<void> {
  const { page } = scene;
  await attempt(scene, one, trouble);
  await expect(failures(page).filter({ hasText: said[trouble] }).last()).toBeVisible();
  await one.kept(page);
  await expect(notifications(page).getByRole('status')).toHaveCount(0);
}

async function attempt(
  { page, proxy }: FaultScene,
  one: Pick<FaultCase, 'operation' | 'submit'>,
  trouble: Exclude<Trouble, 401>,
): Promise<void> {
  if (trouble === 'offline') {
    await page.context().setOffline(true);
    await one.submit(page);
    await expect(failures(page).filter({ hasText: said.offline }).last()).toBeVisible();
    await page.context().setOffline(false);
    return;
  }
  const before = proxy.struck();
  proxy.arm(trouble, targetOf(one.operation));
  await one.submit(page);
  await expect.poll(() => proxy.struck(), { intervals: [20, 50, 100] }).toBe(before + 1);
  if (trouble === 'no answer') await page.clock.fastForward(tooLong);
}

/** The session is over when a change is sent: signing in again, over the page, sends it once more. */
async function goOnAfterSignIn({ page, proxy, actor }: FaultScene, one: FaultCase): Promise<void> {
  proxy.arm(401, targetOf(one.operation));
  proxy.arm(401, { method: 'POST', path: /^\/auth\/refresh$/ });
  await (one.isLearned ? one.another?.(page) : one.submit(page));
  const again = page.getByRole('dialog', { name: 'Sign in again' });
  await again.getByLabel('Sign-in link or API token').fill(actor.token);
  await succeed(page, one.operation, () => again.getByRole('button', { name: 'Sign in and go on' }).click());
  await expect(again).toBeHidden();
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

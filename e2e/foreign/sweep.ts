/** Visits all screens of the console at a server of the documented API, and says what is wrong on each. */
import { expect, type Page } from '@playwright/test';
import type { OrganizationContext, Screen } from '../screens/screen.ts';
import { signInName } from '../support/names.ts';
import { navigateTo } from '../support/navigation.ts';
import { openTokenSignIn } from '../support/sign-in.ts';
import { type Expectation, expectations } from './expectations.ts';
import type { ForeignServer } from './foreign-server.ts';
import { organizationId } from './state.ts';
import { base } from './variants.ts';

/** How a screen is at a server: it works, or it says what the server does not have. */
export type ScreenState = 'works' | 'says what is missing';

export interface SweptScreen {
  name: string;
  state: ScreenState;
  /** The problems, one sentence each. */
  problems: string[];
}

/** Never true, or never a text for people. */
export const neverShown =
  /undefined|NaN|\[object|Invalid Date|Something went wrong|hologram.*hologram.*hologram.*hologram/;

const missing =
  /on this server|[Tt]his server (does|can)n?[’o]?t|isn’t available|not available|aren’t available|is not offered|[Tt]he console can’t/;

/** Requests to one address by one screen; more are asking without end. */
const maxRequests = 6;

/** Signs in at the stand-in as people do. The tab keeps the session. */
export async function signInAt(
  page: Page,
  { url: server, token }: Pick<ForeignServer, 'url' | 'token'>,
): Promise<void> {
  await page.goto('/login');
  await openTokenSignIn(page);
  await page.getByRole('button', { name: 'Use another server' }).click();
  await page.getByLabel('Server URL').fill(server);
  await page.getByLabel('API token').fill(token);
  await page.getByLabel('Stay signed in in this tab').check();
  await page.getByRole('button', { name: signInName, exact: true }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/login'));
  // What Home finds missing is known to the screens after it once it is answered.
  await page.waitForLoadState('networkidle');
}

/** Where screens are: lists that only our server has are read from those that others have too. */
function contextOf(standIn: ForeignServer): OrganizationContext {
  return {
    organizationId,
    async read(path) {
      const isOwnList = path.startsWith(`/orgs/${organizationId}/change-requests`);
      const listPath = isOwnList ? '/spaces/space0/change-requests?status=open' : path;
      const response = await fetch(`${standIn.url}/v1${listPath}`, {
        headers: { authorization: `Bearer ${standIn.token}` },
      });
      const { items = [] } = await response.json();
      return { items: isOwnList ? items.map((item: object) => ({ ...item, space: 'space0' })) : items };
    },
  };
}

/** The properties of a server that a sweep needs. */
export interface SweptServer {
  /** Request lines; emptied before each screen. */
  requests: string[];
  /** Requests without an answer yet. */
  readonly pending: number;
  /** The required content of screens. */
  expectations: Readonly<Record<string, Expectation>>;
  pathOf: (screen: Screen) => Promise<string>;
}

export interface SweepOptions {
  /** Milliseconds until a screen has to be loaded. */
  timeout: number;
  /** Failures of a variant are no fault of the screen if it says so, with a way to ask again. */
  mayFail?: boolean;
  /** Screens need not show what they show with data. */
  isReduced?: boolean;
}

/** A stand-in, whose paths are those of its base. */
export function sweptStandIn(standIn: ForeignServer): SweptServer {
  const context = contextOf(standIn);
  return {
    requests: standIn.requests,
    get pending() {
      return standIn.pending;
    },
    expectations: expectations[standIn.version],
    async pathOf(screen) {
      const { variant } = standIn;
      standIn.variant = base;
      const path = await screen.path(context);
      standIn.variant = variant;
      // The console asked for none of it.
      standIn.missing.length = 0;
      return path;
    },
  };
}

/** Visits the screens one after the other on one page. */
export async function sweep(
  page: Page,
  server: SweptServer,
  screens: readonly Screen[],
  options: SweepOptions,
): Promise<SweptScreen[]> {
  const swept: SweptScreen[] = [];
  const paths = new Map<Screen, string>();
  for (const screen of screens) paths.set(screen, await server.pathOf(screen));
  const uncaught: string[] = [];
  const record = (error: Error) => uncaught.push(`uncaught: ${error.message}`);
  page.on('pageerror', record);
  for (const screen of screens) {
    server.requests.length = 0;
    uncaught.length = 0;
    const problems: string[] = [];
    const path = paths.get(screen) ?? '';
    await navigateTo(page, path).catch((error: unknown) => problems.push(`navigation: ${String(error)}`));
    const state = await checkScreen(page, server, screen, options, problems);
    swept.push({ name: screen.name, state, problems: [...problems, ...uncaught] });
    await closeDialogs(page);
  }
  page.off('pageerror', record);
  return swept;
}

const mainOf = (page: Page) => page.locator('main').filter({ visible: true }).first();

async function checkScreen(
  page: Page,
  server: SweptServer,
  { name, expectedText }: Screen,
  { timeout, mayFail = false, isReduced = false }: SweepOptions,
  problems: string[],
): Promise<ScreenState> {
  const expectation = server.expectations[name] ?? {};
  const expected = expectation.shows ?? expectedText;
  const isShown = async () => showsText(await page.locator('body').innerText(), expected);
  await settle(page, server, timeout).catch(() => problems.push('still loading'));
  // A dialog or a part may be fetched after the rest.
  if (!isReduced)
    await expect
      .poll(isShown, { timeout: patience, intervals: [50, 100] })
      .toBe(true)
      .catch(() => undefined);
  const text = await mainOf(page)
    .innerText()
    .catch(() => '');
  const body = await page.locator('body').innerText();
  const isFailure = mayFail && /Try again/.test(text);
  if (text.trim().length < 10) problems.push(`blank: “${text.trim()}”`);
  if (!showsText(body, expected) && !isReduced && !isFailure) problems.push(`shows no ${String(expected)}`);
  const untrue = expectation.never?.exec(text);
  if (untrue && !isReduced) problems.push(`says “${untrue[0]}”`);
  const never = neverShown.exec(mayFail ? body.replaceAll('Something went wrong', '') : body);
  if (never) problems.push(`shows “${never[0].slice(0, 60)}”`);
  if (!['not-found'].includes(name) && body.includes('may have been moved or deleted'))
    problems.push('says that something may have been moved or deleted');
  const counts = new Map<string, number>();
  for (const line of server.requests) counts.set(line, (counts.get(line) ?? 0) + 1);
  const often = [...counts].filter(([, count]) => count > maxRequests);
  if (often.length > 0)
    problems.push(`asked too often: ${often.map(([line, count]) => `${line} ${count}×`).join(', ')}`);
  const dialogs = await page.getByRole('dialog').allInnerTexts();
  return [text, ...dialogs].some((each) => missing.test(each)) ? 'says what is missing' : 'works';
}

/** Milliseconds for what comes after the answers. */
const patience = 2500;

/** Whether a text, or one of its lines, is what a screen shows. */
function showsText(text: string, expected: string | RegExp): boolean {
  if (typeof expected === 'string') return text.includes(expected);
  return expected.test(text) || text.split('\n').some((line) => expected.test(line.trim()));
}

/** Nothing is asked for and nothing is a placeholder any more. */
async function settle(page: Page, server: SweptServer, timeout: number): Promise<void> {
  const skeletons = page.locator('.skeleton').filter({ visible: true });
  await expect
    .poll(
      async () => {
        const before = server.requests.length;
        if (server.pending > 0 || (await skeletons.count()) > 0) return false;
        await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 80)));
        return server.pending === 0 && server.requests.length === before;
      },
      { timeout, intervals: [30, 50, 100, 200] },
    )
    .toBe(true);
}

async function closeDialogs(page: Page): Promise<void> {
  if ((await page.getByRole('dialog').count()) > 0) await page.keyboard.press('Escape');
}

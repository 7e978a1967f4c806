/** Random ways to leave a screen with typed text: every word is there again, or was saved. */
import type { Page } from '@playwright/test';
import fc from 'fast-check';
import { createTeam } from '#api/generated/sdk.gen.ts';
import { createDiscussions } from '../comments/discussions.ts';
import { expect, test, type Organization } from '../fixtures.ts';
import { createContent } from '../support/content-trees.ts';
import { openTokenSignIn } from '../support/sign-in.ts';

const RUNS = Number(process.env.LOST_WORK ?? 2);
const SEED = Number(process.env.LOST_WORK_SEED ?? 1);
const MAX_LEAVINGS = 3;

/** Something to type in. */
interface Place {
  name: string;
  /** Prepares the server; the path of the screen, and of the one that shows what was saved. */
  prepare: (organization: Organization) => Promise<{ screen: string; shows: string }>;
  /** Opens the field, on a screen where it may be open already. */
  open: (page: Page) => Promise<void>;
  field: (page: Page) => ReturnType<Page['getByRole']>;
  submit: (page: Page) => Promise<void>;
  /** Shows what was saved. */
  unfold?: (page: Page) => Promise<void>;
}

const dialogPlace = (
  name: string,
  { label, button }: { label: string; button: string },
  prepare: Place['prepare'],
): Place => ({
  name,
  prepare,
  open: () => Promise.resolve(),
  field: (page) => page.getByRole('dialog').getByRole('textbox', { name: label }).first(),
  submit: (page) => page.getByRole('dialog').getByRole('button', { name: button }).click(),
});

const createTestTeam = async ({ id: organizationId, admin: { client } }: Organization) => {
  const team = await createTeam({
    client,
    path: { organizationId },
    body: { title: 'Foghorns' },
    throwOnError: true,
  });
  return team.data.id;
};

const PLACES: readonly Place[] = [
  {
    name: 'a reply',
    async prepare(organization) {
      const { screen } = await createDiscussions(organization, ['Is this right?']);
      return { screen: `${screen}/comments`, shows: `${screen}/comments` };
    },
    async open(page) {
      const thread = page.getByRole('article').filter({ hasText: 'Is this right?' });
      await expect(thread).toBeVisible();
      const isOpen = await page.getByRole('textbox', { name: 'Write a reply' }).isVisible();
      if (!isOpen) await thread.getByRole('button', { name: 'Reply', exact: true }).click();
    },
    field: (page) => page.getByRole('textbox', { name: 'Write a reply' }),
    submit: (page) => page.getByRole('textbox', { name: 'Write a reply' }).press('Control+Enter'),
    unfold: (page) => page.getByRole('button', { name: '1 reply' }).click(),
  },
  dialogPlace('a team’s new name', { label: 'Name', button: 'Rename' }, async (organization) => {
    const path = `/teams/${await createTestTeam(organization)}`;
    return { screen: `${path}/rename`, shows: path };
  }),
  dialogPlace('a new team', { label: 'Name', button: 'Create team' }, () =>
    Promise.resolve({ screen: '/teams/new', shows: '/teams' }),
  ),
  dialogPlace('a new collection', { label: 'Title', button: 'Create collection' }, () =>
    Promise.resolve({ screen: '/content/new-collection', shows: '/content' }),
  ),
  dialogPlace('a new site', { label: 'Title', button: 'Create site' }, () =>
    Promise.resolve({ screen: '/sites/new', shows: '/sites' }),
  ),
  dialogPlace('new translation settings', { label: 'Title', button: 'Create settings' }, () =>
    Promise.resolve({ screen: '/translations/new', shows: '/translations' }),
  ),
  dialogPlace(
    'a new change request',
    { label: 'Subject', button: 'Create change request' },
    async (organization) => {
      const content = await createContent(organization, { Guide: null });
      const space = `/spaces/${content.idOf('Guide')}`;
      return { screen: `${space}/changes/new`, shows: `${space}/changes?status=draft` };
    },
  ),
];

/** A person who is typing. */
interface Situation {
  page: Page;
  place: Place;
  organization: Organization;
  /** The screen's URL. */
  url: string;
  signIn: () => Promise<void>;
}

/** Leaves, and returns whether what was typed must have been saved by that. */
type Leave = (situation: Situation) => Promise<'saved' | 'left'>;

/** Ends the session on the server; the page learns it with its next request. */
const endSession = ({ page }: Situation) =>
  page.context().request.delete('/auth/session', { headers: { 'x-requested-with': 'console' } });

const submitExpired = async (situation: Situation) => {
  await endSession(situation);
  await situation.place.submit(situation.page);
  const dialog = situation.page.getByRole('dialog', { name: 'Sign in again' });
  await expect(dialog).toBeVisible();
  return dialog;
};

const LEAVINGS: Record<string, Leave> = {
  async reload({ page }) {
    await page.reload();
    return 'left';
  },
  async back({ page }) {
    await page.goBack();
    return 'left';
  },
  async 'another URL'({ page, organization }) {
    await page.goto(organization.path('/members'));
    await expect(page.getByRole('heading', { name: 'Members', exact: true })).toBeVisible();
    return 'left';
  },
  async 'a link or key of the console'({ page }) {
    await page.keyboard.press('Escape');
    const keep = page.getByRole('button', { name: 'Keep editing' });
    const link = page.getByRole('link', { name: 'Members', exact: true }).first();
    // A dialog asks before it closes, and hides all links.
    await expect(keep.or(link)).toBeVisible();
    if (await keep.isVisible()) {
      await keep.click();
      await expect(keep).toBeHidden();
    } else await link.click();
    return 'left';
  },
  async 'closing the tab'({ page }) {
    // The browser asks, and the person stays: the fixture would accept.
    page.removeAllListeners('dialog');
    const leaveQuestion = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    const dialog = await leaveQuestion;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    page.on('dialog', (next) => void next.accept());
    return 'left';
  },
  async 'an expired session, and a sign-in on the page'(situation) {
    const dialog = await submitExpired(situation);
    const field = await openTokenSignIn(dialog);
    await field.fill(situation.organization.admin.token);
    await field.press('Enter');
    await expect(dialog).toBeHidden();
    return 'saved';
  },
  async 'an expired session, and a reload'(situation) {
    await submitExpired(situation);
    await situation.page.reload();
    await expect(situation.page).toHaveURL(/\/login/);
    await situation.signIn();
    return 'left';
  },
  async 'a server that is gone'({ page, place }) {
    await page.context().setOffline(true);
    await place.submit(page);
    await expect(page.getByText(/Not sent: you’re offline/).first()).toBeVisible();
    await page.context().setOffline(false);
    return 'left';
  },
};

const WORDS = ['gauge', 'tide', 'Größe', 'ポンプ', '🦭', 'valve', 'naïve', '“quoted”', 'a & b'];

/** Goes back to the screen where that is necessary, and expects what was typed. */
async function expectThere({ page, place, url }: Situation, text: string): Promise<void> {
  if (!(await place.field(page).isVisible())) await page.goto(url);
  await place.open(page);
  await expect(place.field(page)).toHaveValue(text);
}

const runs = fc.sample(
  fc.record({
    place: fc.constantFrom(...PLACES),
    steps: fc.array(
      fc.record({
        leaving: fc.constantFrom(...Object.keys(LEAVINGS)),
        words: fc.array(fc.constantFrom(...WORDS), { minLength: 2, maxLength: 2 }),
      }),
      { minLength: 1, maxLength: MAX_LEAVINGS },
    ),
  }),
  { numRuns: RUNS, seed: SEED },
);

test.describe('nothing that was typed is lost by leaving', { tag: '@lost-work' }, () => {
  for (const [index, { place, steps }] of runs.entries()) {
    const ways = steps.map(({ leaving }) => leaving).join(', ');
    test(`seed ${SEED}, ${index + 1}: ${place.name}, ${ways}`, async ({
      page,
      organization,
      signIn,
      problems,
    }) => {
      test.setTimeout(120_000);
      problems.expect(/status of 401/, /ERR_INTERNET_DISCONNECTED/, /status of 404.*auth/);
      const { screen, shows } = await place.prepare(organization);
      const url = organization.path(screen);
      const situation = { page, place, organization, url, signIn: () => signIn(organization.admin) };
      await signIn(organization.admin);
      await page.goto(organization.path('/teams'));
      await page.goto(url);
      await place.open(page);
      let text = '';
      let end: 'saved' | 'left' = 'left';
      for (const { leaving, words } of steps) {
        text = [text, ...words].join(' ').trimStart();
        await place.field(page).fill(text);
        end = await test.step(leaving, async () => (await LEAVINGS[leaving]?.(situation)) ?? 'left');
        if (end === 'saved') break;
        await expectThere(situation, text);
      }
      if (end === 'left') await place.submit(page);
      const isOver = page.getByRole('button', { name: 'Cancel', exact: true });
      await expect(isOver).toHaveCount(0);
      await page.goto(organization.path(shows));
      await place.unfold?.(page);
      await expect(page.getByText(text, { exact: true }).first()).toBeVisible();
    });
  }
});

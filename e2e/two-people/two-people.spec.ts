import type { Page } from '@playwright/test';
/** Two people have the same form open: the second one to save is asked, and nothing is lost. */
import { findFreePort } from '../../scripts/free-port.ts';
import { expect, type Organization, test } from '../fixtures.ts';
import { isDeep } from '../support/deep.ts';
import { createOrganization, type Person } from '../support/organizations.ts';
import { removeData, startServer } from '../support/server.ts';
import type { EditedForm } from './edited-form.ts';
import { editedForms } from './edited-forms.ts';

const defaults = { mine: 'My version', theirs: 'Their version of it' };

/** The value of a field in any form of display. */
async function fill(page: Page, { field }: EditedForm, text: string): Promise<void> {
  const input = field(page);
  if ((await input.evaluate(({ tagName }) => tagName)) === 'SELECT') await input.selectOption(text);
  else await input.fill(text);
}

async function tryForm(page: Page, organization: Organization, other: Person, form: EditedForm) {
  const { texts: { mine, theirs } = defaults, describe = (text) => text } = form;
  const { screen, write, read } = await form.arrange(organization, other);
  await page.goto(organization.path(screen));
  await form.open?.(page);
  await fill(page, form, mine);
  await write(theirs);
  expect(await read()).toBe(theirs);
  await form.submit(page);
  const conflict = page.getByRole('dialog', {
    name: 'Someone else changed this',
  });
  await expect(conflict.getByRole('radio')).toHaveCount(2);
  await expect(conflict.getByText(describe(mine), { exact: true })).toBeVisible();
  await expect(conflict.getByText(describe(theirs), { exact: true })).toBeVisible();
  expect(await read(), 'nothing is saved before an answer').toBe(theirs);
  await conflict.getByRole('button', { name: 'Back to form' }).click();
  await expect(form.field(page)).toHaveValue(mine);
  expect(await read()).toBe(theirs);
  await form.field(page).focus();
  await form.submit(page);
  await conflict.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(read).toBe(mine);
  await expect(conflict).toBeHidden();
}

const { account: accountForms, ...forms } = editedForms;

for (const [topic, ofTopic] of Object.entries(forms)) {
  const title = `a person is asked before a form overwrites what someone else saved: ${topic}`;
  test(title, { tag: '@forms' }, async ({ page, organization, signIn, problems }) => {
    // Content is saved on top of a revision; the server refuses it where the event of the other edit isn't here yet.
    problems.expect(/status of 409 .*\/content\)$/);
    const otherAdmin = await organization.addPerson('admin', 'Olga Other');
    await signIn(organization.admin);
    // All forms are guarded by the same component: `npm test` tries two of a topic.
    for (const form of isDeep ? ofTopic : ofTopic.slice(0, 2))
      await test.step(form.name, () => tryForm(page, organization, otherAdmin, form));
  });
}

test('a person is asked before a form overwrites what they saved in another browser: account @details', async ({
  page,
}) => {
  // Browsers and servers bind passkeys to a host name, never to an IP address.
  const port = await findFreePort();
  const origin = `http://localhost:${port}`;
  const server = await startServer({ port, empty: true, env: { PUBLIC_URL: origin } });
  try {
    const organization = await createOrganization('Two tabs', server);
    const { admin } = organization;
    await page.request.post(`${origin}/auth/session`, { data: { token: admin.token } });
    const there = { ...organization, path: (screen = '') => origin + screen };
    for (const form of accountForms) await test.step(form.name, () => tryForm(page, there, admin, form));
    await page.close();
  } finally {
    await server.stop();
    removeData(server);
  }
});

import { createTeam } from '#api/generated/sdk.gen.ts';
import { expect, expectRow, test as base } from '../fixtures.ts';
import { createContent } from '../support/content-trees.ts';
import { isDeep } from '../support/deep.ts';
import { everydayCases, faultGroups, faultsAt } from './fault-cases.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';
import { enterContext, expectFailure, expectRecovers } from './fault-run.ts';

const test = base.extend<{ faultProxy: FaultProxy }>({
  faultProxy: async ({}, use) => {
    const proxy = await startFaultProxy(process.env.BINDERY_URL ?? '');
    await use(proxy);
    await proxy.close();
  },
});

test.describe('a person loses nothing and repeats nothing under any fault:', { tag: '@faults' }, () => {
  for (const { name, cases, actor: findActor } of faultGroups) {
    test(name, async ({ page, faultProxy: proxy, organization, problems }) => {
      test.setTimeout(300_000);
      const actor = (await findActor?.(organization)) ?? organization.admin;
      const context = { page, proxy, organization, actor };
      await enterContext(context, problems);
      for (const faultCase of cases) {
        if (!isDeep && !everydayCases.has(faultCase)) continue;
        await test.step(faultCase.name, () => expectRecovers(context, faultCase, faultsAt(faultCase)));
      }
    });
  }
});

test('an editor keeps the URL of a failed import, and sees “nothing imported” only if certain', async ({
  page,
  faultProxy: proxy,
  organization,
  problems,
}) => {
  problems.expect(/status of 4\d\d/);
  const content = await createContent(organization, { Guide: null });
  const context = { page, proxy, organization, actor: organization.admin };
  await enterContext(context, problems);
  await page.goto(proxy.url + organization.path(`/spaces/${content.idOf('Guide')}/import`));
  const form = page.getByRole('form', { name: 'Import' });
  const address = 'http://127.0.0.1:9/guide.md';
  await form.getByText('From a website').click();
  await form.getByLabel('URL').fill(address);
  const importing = {
    operation: 'importOrganizationContent' as const,
    submit: () => form.getByRole('button', { name: 'Continue' }).click(),
    expectPreserved: () => expect(form.getByLabel('URL')).toHaveValue(address),
  };
  const nothing = form.getByText('Nothing was imported');
  for (const fault of [500, 429, 412, 503] as const) {
    await expectFailure(context, importing, fault);
    await expect(nothing).toBeVisible();
  }
  for (const fault of ['no response', 'lost response', 'offline'] as const) {
    await expectFailure(context, importing, fault);
    await expect(nothing).toHaveCount(0);
  }
  await importing.submit();
  await expect(nothing).toBeVisible();
  await importing.expectPreserved();
});

test('a person keeps and retries a failed search @details', async ({
  page,
  faultProxy: proxy,
  organization,
  problems,
}) => {
  const { client } = organization.admin;
  for (const title of ['Alpha', 'Beta'])
    await createTeam({ client, path: { organizationId: organization.id }, body: { title } });
  await enterContext({ page, proxy, organization, actor: organization.admin }, problems);
  await page.goto(proxy.url + organization.path('/teams'));
  const teams = page.getByRole('table', { name: 'Teams' });
  await expectRow(teams, { Team: 'Alpha' });
  const failing = { method: 'GET', path: /\/teams$/, matchesAll: true };
  proxy.arm(500, failing);
  const field = page.getByRole('searchbox', { name: 'Search teams' });
  await field.fill('Bet');
  const failure = page.getByRole('heading', { name: 'Something went wrong', level: 2 });
  await expect(failure).toBeVisible();
  await expect(page.getByText('went wrong')).toHaveCount(1);
  await expect(page.getByText('fault-500')).toHaveCount(1);
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('Bet');
  proxy.disarm();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expectRow(teams, { Team: 'Beta' });
  await expect(teams).not.toContainText('Alpha');
  proxy.arm(500, failing);
  await field.fill('Alp');
  await expect(failure).toBeVisible();
  proxy.disarm();
  await field.fill('Alph');
  await expectRow(teams, { Team: 'Alpha' });
});

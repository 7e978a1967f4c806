/** What the newest definition of the public platform moved, renamed and left out. */
import { expect, test } from '../fixtures.ts';
import { navigateTo } from '../support/navigation.ts';
import { problemsOfMissing, useStandIn } from './use-stand-in.ts';
import { base } from './variants.ts';

const organization = '/o/tideline';
const ours = /\/orgs\/tideline\/(change-requests|comments|links)(\/|\?|$)/;

for (const servesDefinition of [true, false])
  test(`a person is shown no list that has other contents, by a server ${servesDefinition ? 'with' : 'without'} its definition`, async ({
    page,
    problems,
  }) => {
    problems.expect(...problemsOfMissing);
    const use = async (standIn: { requests: string[] }) => {
      standIn.requests.length = 0;
      for (const screen of ['', '/inbox', '', '/inbox']) {
        await navigateTo(page, organization + screen);
        await expect(page.getByRole('main')).toContainText(
          screen === '' ? 'Newest members' : 'Change that is open',
        );
        await page.waitForLoadState('networkidle');
        await expect(page.getByText('Something went wrong')).toHaveCount(0);
      }
      expect(standIn.requests.filter((line) => ours.test(line))).toEqual([]);
    };
    await useStandIn(page, '0.202.0', use, { ...base, servesDefinition });
  });

test('a person reads a page of a server without lists of its links', async ({ page, problems }) => {
  problems.expect(...problemsOfMissing);
  await useStandIn(page, '0.202.0', async () => {
    const parts = [
      { path: '/spaces/space0/pages/outdocument', text: 'Open the valve slowly.' },
      {
        path: '/spaces/space0/changes/change1/content?page=outdocument',
        text: 'Open the valve very slowly.',
      },
      { path: '/spaces/space0/files/file1', text: '640 × 480 pixels' },
    ];
    for (const { path, text } of parts) {
      await navigateTo(page, organization + path);
      await expect(page.getByText(text).first()).toBeVisible();
      await expect(page.getByText('This server doesn’t offer this.')).toBeVisible();
    }
  });
});

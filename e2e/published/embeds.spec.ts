/** Players of embeds on published pages. */
import { updateSiteCustomization } from '#api/generated/sdk.gen.ts';
import { expect, test } from '../fixtures.ts';
import { createPublishedSite, recordRequests } from '../support/published-sites.ts';
import { insertPage } from '../support/space-pages.ts';

const PLAYER = 'https://player.vimeo.com/video/76979871?dnt=1';

test('an embed plays after a press, and asks nothing of its host before', async ({ organization, page }) => {
  const text = '{% embed url="https://vimeo.com/76979871" %}\nThe harbour at low water.\n{% endembed %}\n';
  const site = await createPublishedSite(
    organization,
    { Guide: ['Films'] },
    { Films: [insertPage('Harbour', text)] },
  );
  const { client } = organization.admin;
  const body = { embedHosts: ['vimeo.com'] };
  await updateSiteCustomization({ client, path: site.path, body, throwOnError: true });
  await page.route(PLAYER, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Film</title><p>The film runs.</p>' }),
  );
  const urls = recordRequests(page);
  await page.goto(site.base, { waitUntil: 'networkidle' });
  for (const url of urls) expect(new URL(url).origin).toBe(new URL(page.url()).origin);
  const card = page.getByRole('link', { name: /vimeo\.com/ });
  await expect(card).toHaveAttribute('href', 'https://vimeo.com/76979871');
  await page.getByRole('button', { name: 'Play: player.vimeo.com' }).press('Enter');
  const frame = page.locator('iframe');
  await expect(frame).toBeFocused();
  await expect(frame.contentFrame().getByText('The film runs.')).toBeVisible();
  expect(urls).toContain(PLAYER);
});

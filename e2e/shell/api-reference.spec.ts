import { expect, test } from '../fixtures.ts';

test('a person with a screen reader finds every heading of the API reference @details', async ({ page }) => {
  await page.goto('/api-reference');
  const headings = await page.getByRole('main').locator('h1, h2, h3, h4').allTextContents();
  expect(headings.length).toBeGreaterThan(500);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Accessibility.enable');
  const { nodes } = await devtools.send('Accessibility.getFullAXTree');
  const headingNodes = nodes.filter(({ ignored, role }) => !ignored && role?.value === 'heading');
  const textOf = (heading: string) => heading.replaceAll(/\s+/g, ' ').trim();
  expect(headingNodes.map(({ name }) => textOf(String(name?.value))).toSorted()).toEqual(
    headings.map(textOf).toSorted(),
  );
});

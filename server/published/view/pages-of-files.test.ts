/** Pages that came from files, as readers see them. */
import { beforeAll, expect, it } from 'vitest';
import { newId } from '#server/base/ids.ts';
import type { StoredFileRef } from '#server/content/pages/storage.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { SiteEditor } from '#server/test/site-editor.ts';
import { fetchPage } from '#server/test/test-app.ts';
import { parsePage } from '../testing/parse-page.ts';

const TEXT = `<!-- of the manual -->
# Using the \`pump\` <a href="#x" id="x"></a>

See [setup](Setup.md#one), [the start](../README.md) and <a href="..">home</a>.

![A pump](<../.gitbook/assets/pump 1.png>)

## Parts
`;

let w: OrganizationFixture;
beforeAll(async () => {
  w = await createOrganizationFixture();
});

async function openSite() {
  const site = await SiteEditor.open(w, { title: 'Docs', published: true });
  await site.addSection('Home');
  const picture: StoredFileRef = {
    id: newId(),
    name: 'pump 1.png',
    contentType: 'image/png',
    size: 1,
    width: 40,
    height: 20,
    git: { path: '.gitbook/assets/pump 1.png' },
  };
  const titled = { source: { titleHeading: true as const } };
  await site.write(
    'Home/Home',
    [
      { title: 'Start', text: '# Start\n\nHello.\n', git: { path: 'README.md' }, ...titled },
      {
        title: 'Pump',
        text: TEXT,
        description: 'How it is used',
        git: { path: 'guide/README.md' },
        ...titled,
        pages: [{ title: 'Setup', text: '# Setup\n\n## One\n', git: { path: 'guide/Setup.md' } }],
      },
    ],
    [picture],
  );
  const base = `/published/${w.organization.id}/${site.id}/`;
  return { base, picture, open: async (path: string) => (await fetchPage(base + path)).body };
}

it('have one title, and links and pictures of files', async () => {
  const { base, picture, open } = await openSite();
  const page = parsePage(await open('pump'));
  const titles = Array.from(page.querySelectorAll('h1'), (heading) => heading.textContent.trim());
  expect(titles).toEqual(['Using the pump']);
  expect(page.querySelector('h1 > code')?.textContent).toBe('pump');
  expect(page.querySelector('.description')?.textContent).toBe('How it is used');
  const hrefs = Array.from(page.querySelectorAll('.text a:not(.anchor)'), (link) =>
    link.getAttribute('href'),
  );
  expect(hrefs).toEqual([`${base}pump/setup#one`, base, base]);
  const image = page.querySelector('.text img');
  expect(image?.getAttribute('src')).toContain(picture.id);
  expect(image?.getAttribute('width')).toBe('40');
  // A page that is not marked shows its title above its text.
  const setup = parsePage(await open('pump/setup'));
  expect(setup.querySelectorAll('h1')).toHaveLength(2);
});

it('are Markdown with one title and whole addresses', async () => {
  const { base, picture, open } = await openSite();
  const text = await open('pump.md');
  expect(text).toMatch(/^# Using the pump\n\nHow it is used\n\n/);
  expect(text).not.toContain('# Using the `pump`');
  expect(text).toContain(`${base}pump/setup.md#one`);
  expect(text).toContain(picture.id);
});

/** Icons and descriptions that people enter, as readers see them. */
import { beforeAll, describe, expect, it } from 'vitest';
import { drawingOf } from '#api/icons.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { SiteEditor } from '#server/test/site-editor.ts';
import { as, fetchPage } from '#server/test/test-app.ts';
import { parsePage } from '../testing/parse-page.ts';

let w: OrganizationFixture;
beforeAll(async () => {
  w = await createOrganizationFixture();
});

/** A site with a section, two in a group, and pages with icons. */
async function openSite() {
  const site = await SiteEditor.open(w, { title: 'Docs', published: true });
  for (const title of ['Guide', 'Gauges', 'Buoys']) await site.addSection(title);
  await site.addGroup('Instruments', 'Gauges', 'Buoys');
  const update = async (path: string, body: object) =>
    expect((await site.creator.patch(site.url(path), body)).status).toBe(200);
  await update(`/sections/${site.idOf('Guide')}`, { icon: 'book-open', description: 'Read this first' });
  await update(`/sections/${site.idOf('Gauges')}`, { icon: 'fa-gauge', description: 'Levels & tides' });
  await update(`/section-groups/${site.idOf('Instruments')}`, { icon: 'gear' });
  await site.write('Guide/Guide', [
    { title: 'Welcome', text: 'Hello.\n', icon: 'rocket' },
    { title: 'Basics', icon: 'layer-group', pages: [{ title: 'Words', text: 'Tide.\n', icon: 'github' }] },
    { title: 'Both', text: 'Two.\n', icon: 'code', emoji: '🌊' },
  ]);
  const base = `/published/${w.organization.id}/${site.id}/`;
  const open = async (path = '') => parsePage((await fetchPage(base + path)).body);
  return { update, site, open };
}

/** A site whose section has two variants: the space of one has an emoji, that of the other an icon. */
async function openVariants() {
  const site = await SiteEditor.open(w, { title: 'Docs', published: true });
  for (const title of ['Start', 'Guide']) await site.addSection(title);
  await site.addSiteSpace('Guide', 'v1');
  const setSpace = async (name: string, body: object) => {
    const url = `/v1/spaces/${await site.spaceIdOf(name)}`;
    expect((await as(w.admin).patch(url, body)).status).toBe(200);
  };
  await setSpace('Guide/Guide', { emoji: '⛵' });
  await setSpace('Guide/v1', { icon: 'clock' });
  for (const variant of ['Guide', 'v1']) {
    await site.write(`Guide/${variant}`, [
      { title: 'Welcome', text: 'Hello.\n' },
      { title: 'Deep', pages: [{ title: 'Below', text: 'Tide.\n' }] },
    ]);
  }
  const base = `/published/${w.organization.id}/${site.id}/`;
  return { setSpace, open: async (path: string) => parsePage((await fetchPage(base + path)).body) };
}

const iconIn = (root: Element | undefined | null): string | null | undefined =>
  root?.querySelector('svg.icon > path')?.getAttribute('d');

const elementWith = (root: ParentNode, selector: string, text: string): Element | undefined =>
  Array.from(root.querySelectorAll(selector)).find(({ textContent }) => textContent.includes(text));

describe('icons', () => {
  it('of sections, groups and pages are drawn wherever these are named', async () => {
    const { open } = await openSite();
    const page = await open();
    expect(iconIn(elementWith(page, '.sections a', 'Guide'))).toBe(drawingOf('book-open'));
    expect(iconIn(elementWith(page, '.sections summary', 'Instruments'))).toBe(drawingOf('gear'));
    expect(iconIn(elementWith(page, '.sections a', 'Gauges'))).toBe(drawingOf('gauge'));
    expect(iconIn(elementWith(page, '.sections a', 'Buoys'))).toBeUndefined();
    expect(iconIn(elementWith(page, '.tree a', 'Welcome'))).toBe(drawingOf('rocket'));
    expect(iconIn(elementWith(page, '.tree summary', 'Basics'))).toBe(drawingOf('layer-group'));
    expect(iconIn(page.querySelector('h1'))).toBe(drawingOf('rocket'));
    const below = await open('basics/words');
    expect(iconIn(elementWith(below, '.breadcrumbs a', 'Guide'))).toBe(drawingOf('book-open'));
  });

  it('of pages are drawn in the way on, in search results and among similar pages', async () => {
    const { open, site } = await openSite();
    await site.write('Gauges/Gauges', [
      { title: 'Overview', text: 'All.\n' },
      { title: 'Spanner', text: 'Turn it.\n', icon: 'wrench' },
    ]);
    const next = (await open('gauges/')).querySelector('.pagination .next');
    expect(iconIn(next)).toBe(drawingOf('wrench'));
    const results = await open('~/search?q=spanner');
    expect(iconIn(elementWith(results, '.results a', 'Spanner'))).toBe(drawingOf('wrench'));
    expect(iconIn(elementWith(await open('gauges/spaner'), '.message a', 'Spanner'))).toBe(
      drawingOf('wrench'),
    );
    const url = `/published/${w.organization.id}/${site.id}/~/search?q=spanner`;
    const { body } = await fetchPage(url, { accept: 'application/json' });
    expect(JSON.parse(body).results[0]).toMatchObject({ title: 'Spanner', drawing: drawingOf('wrench') });
  });

  it('of spaces are drawn in the menu of variants and in breadcrumbs', async () => {
    const { open, setSpace } = await openVariants();
    const page = await open('guide/v1/deep/below');
    const menu = page.querySelector('.variants');
    expect(iconIn(menu?.querySelector('summary'))).toBe(drawingOf('clock'));
    expect(menu?.querySelector('summary')?.textContent.replace(/\s+/g, ' ').trim()).toBe('Version: v1');
    expect(elementWith(page, '.variants li a', 'Guide')?.querySelector('.emoji')?.textContent).toBe('⛵');
    expect(iconIn(elementWith(page, '.variants li a', 'v1'))).toBe(drawingOf('clock'));
    expect(iconIn(elementWith(page, '.breadcrumbs a', 'v1'))).toBe(drawingOf('clock'));
    await setSpace('Guide/v1', { emoji: '🐚' });
    expect(iconIn((await open('guide/v1/deep/below')).querySelector('.variants summary'))).toBe(
      drawingOf('clock'),
    );
    await setSpace('Guide/v1', { icon: 'https://pictures.example/clock' });
    const image = (await open('guide/v1/deep/below')).querySelector('.variants summary img.icon');
    expect([image?.getAttribute('src'), image?.getAttribute('alt')]).toEqual([
      'https://pictures.example/clock',
      '',
    ]);
    await setSpace('Guide/v1', { icon: 'no-such-icon' });
    const plain = (await open('guide/v1/deep/below')).querySelector('.variants summary');
    expect(plain?.querySelector('.emoji')?.textContent, 'an unknown icon leaves the emoji').toBe('🐚');
    // The emoji of spaces that are created without one.
    await setSpace('Guide/v1', { emoji: '📄' });
    const empty = (await open('guide/v1/deep/below')).querySelector('.variants summary');
    expect(empty?.querySelectorAll('.emoji')).toHaveLength(0);
    expect(iconIn(empty), 'the menu has an icon of its own').toMatch(/^M/);
  });

  it('give way to an emoji, and are nothing where there is no such drawing', async () => {
    const { open } = await openSite();
    const page = await open();
    expect(iconIn(elementWith(page, '.tree a', 'Both'))).toBeUndefined();
    expect(elementWith(page, '.tree a', 'Both')?.textContent).toContain('🌊');
    expect(iconIn(elementWith(page, '.tree a', 'Words'))).toBeUndefined();
    expect(elementWith(page, '.tree a', 'Words')?.textContent.trim()).toBe('Words');
    expect(page.documentElement.outerHTML).not.toContain('github');
  });

  it('are those of the latest change', async () => {
    const { open, update, site } = await openSite();
    await open();
    await update(`/sections/${site.idOf('Guide')}`, { icon: null });
    expect(iconIn(elementWith(await open(), '.sections a', 'Guide'))).toBeUndefined();
  });
});

describe('breadcrumbs', () => {
  it('leave out what leads to the page itself, and what is named like the next', async () => {
    const { open, site } = await openSite();
    await site.write('Gauges/Gauges', [
      { title: 'Gauges', text: 'First.\n' },
      {
        title: 'Repair',
        pages: [
          { title: 'Repair', text: 'Glue.\n' },
          { title: 'Tools', text: 'Two.\n' },
        ],
      },
    ]);
    const crumbs = async (path: string) =>
      Array.from((await open(path)).querySelectorAll('.breadcrumbs a'), ({ textContent }) =>
        textContent.trim(),
      );
    expect(await crumbs('')).toEqual([]);
    expect(await crumbs('gauges/')).toEqual([]);
    expect(await crumbs('gauges/repair/repair')).toEqual(['Gauges']);
    expect(await crumbs('gauges/repair/tools')).toEqual(['Gauges', 'Repair']);
  });
});

describe('descriptions of sections', () => {
  it('are in menus, and not in tabs, which are too narrow', async () => {
    const { open } = await openSite();
    const page = await open();
    expect(elementWith(page, '.sections .menu a', 'Gauges')?.querySelector('small')?.textContent).toBe(
      'Levels & tides',
    );
    expect(page.querySelector('.sections')?.textContent).not.toContain('Read this first');
  });
});

/** Cards on the first pages of sites and sections, as readers see them. */
import { beforeAll, describe, expect, it } from 'vitest';
import { drawingOf } from '#api/icons.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { SiteEditor } from '#server/test/site-editor.ts';
import { fetchPage } from '#server/test/test-app.ts';
import { parsePage } from '../testing/parse-page.ts';

let w: OrganizationFixture;
beforeAll(async () => {
  w = await createOrganizationFixture();
});

/** A site with the sections Home, Gauges and Secret; visitors don't see the last one. */
async function openSite() {
  const site = await SiteEditor.open(w, { title: 'Docs', published: true });
  for (const title of ['Home', 'Gauges', 'Secret']) await site.addSection(title);
  await site.creator.patch(site.url(), { adaptiveContent: { enabled: true } });
  const update = async (title: string, body: object) => {
    const { status } = await site.creator.patch(site.url(`/sections/${site.idOf(title)}`), body);
    expect(status).toBe(200);
  };
  await update('Gauges', { icon: 'gauge', description: 'Levels & tides' });
  await update('Secret', { condition: 'visitor.claims.isPartner == true' });
  const base = `/published/${w.organization.id}/${site.id}/`;
  const open = async (path = '') => parsePage((await fetchPage(base + path)).body);
  return { site, open, base };
}

/** Title, description and address of each card, below `base`. */
const cardsOf = (page: ParentNode, base: string): string[][] =>
  Array.from(page.querySelectorAll('.cards > a'), (card) => {
    const description = card.querySelector('small')?.textContent ?? '';
    const title = card.textContent.replace(description, '').trim();
    return [title, description, card.getAttribute('href')?.replace(base, '') ?? ''];
  });

describe('cards', () => {
  it('lead from the first page of a site to its other sections that the visitor sees', async () => {
    const { site, open, base } = await openSite();
    await site.write('Home/Home', [
      { title: 'Welcome', text: 'Hello.\n' },
      { title: 'Install', text: 'Turn it.\n' },
    ]);
    await site.write('Gauges/Gauges', [{ title: 'First', text: 'One.\n' }]);
    await site.write('Secret/Secret', [{ title: 'Plans', text: 'Two.\n' }]);
    const home = await open();
    expect(cardsOf(home, base)).toEqual([['Gauges', 'Levels & tides', 'gauges/']]);
    expect(home.querySelector('.cards .icon > path')?.getAttribute('d')).toBe(drawingOf('gauge'));
    expect(home.querySelector('nav.cards')?.getAttribute('aria-label')).toBe('Overview');
    expect(cardsOf(await open('install'), base)).toEqual([]);
  });

  it('lead from the first page of a section to what is beside and below it', async () => {
    const { site, open, base } = await openSite();
    await site.write('Gauges/Gauges', [
      {
        title: 'Basics',
        pages: [
          { title: 'First', text: 'Short.\n', pages: [{ title: 'Below', text: 'Deep.\n' }] },
          { title: 'Second', text: 'Two.\n', description: 'What comes next', emoji: '🌊' },
        ],
      },
      {
        title: 'Repair',
        pages: ['Glue', 'Screws', 'Rope', 'Nails'].map((title) => ({ title, text: 'Use it.\n' })),
      },
      { title: 'Unlisted', text: 'Psst.\n', hidden: true },
      { title: 'Empty group' },
    ]);
    expect(cardsOf(await open('gauges/'), base)).toEqual([
      ['Below', '', 'gauges/basics/first/below'],
      ['🌊 Second', 'What comes next', 'gauges/basics/second'],
      ['Repair', 'Glue, Screws, Rope', 'gauges/repair/glue'],
    ]);
    expect(cardsOf(await open('gauges/basics/second'), base)).toEqual([]);
  });

  it.each([
    ['is long', `${'Water rises and falls. '.repeat(20)}\n`],
    ['has headings', '## Install\n\nTurn.\n\n## Repair\n\nGlue.\n'],
  ])('are not below a text that %s', async (_name, text) => {
    const { site, open, base } = await openSite();
    await site.write('Gauges/Gauges', [
      { title: 'First', text },
      { title: 'Second', text: 'Two.\n' },
    ]);
    const page = await open('gauges/');
    expect(page.querySelector('h1')?.textContent).toBe('First');
    expect(cardsOf(page, base)).toEqual([]);
  });
});

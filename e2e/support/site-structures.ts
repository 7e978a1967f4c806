/** Test sites for the structure editor, and helpers to read them. */
import type { Locator, Page } from '@playwright/test';
import {
  createSite,
  createSiteSection,
  createSiteSectionGroup,
  createSiteSpace,
  createSpace,
  getSiteStructure,
} from '#api/generated/sdk.gen.ts';
import type { SiteSection } from '#api/generated/types.gen.ts';
import type { Organization, Person } from './organizations.ts';
import { type SentRequest, captureSiteChanges } from './sent-requests.ts';

/** Sections by title with their site spaces; groups by title with their sections. */
export type Outline = Record<string, readonly string[] | Record<string, readonly string[]>>;

/** A test site, with the ids of its items by title. */
export interface TestSite {
  id: string;
  path: { organizationId: string; siteId: string };
  /** The id of a group, section or site space; titles are unique in a test. */
  idOf: (title: string) => string;
  /** The path of the structure editor. */
  editor: string;
  /** The order on the server: `Guides[Start(en de)] Help(v1)`. */
  order: () => Promise<string>;
}

/** Creates a site with this outline, in this order, as the administrator. */
export async function createTestSite(organization: Organization, outline: Outline): Promise<TestSite> {
  const { client } = organization.admin;
  const organizationId = organization.id;
  const ids = new Map<string, string>();
  const created = await createSite({
    client,
    path: { organizationId },
    body: { title: 'Docs' },
    throwOnError: true,
  });
  const path = { organizationId, siteId: created.data.id };

  const createSpaceWithTitle = async (title: string): Promise<string> => {
    const { data } = await createSpace({
      client,
      path: { organizationId },
      body: { title, writingView: 'source' },
      throwOnError: true,
    });
    return data.id;
  };
  const createSection = async (title: string, spaces: readonly string[]): Promise<string> => {
    const [first = title, ...others] = spaces;
    const spaceId = await createSpaceWithTitle(first);
    const section = await createSiteSection({ client, path, body: { spaceId, title }, throwOnError: true });
    ids.set(title, section.data.id).set(first, section.data.siteSpaces[0]?.id ?? '');
    for (const otherSpace of others) {
      const body = { spaceId: await createSpaceWithTitle(otherSpace), sectionId: section.data.id };
      const siteSpace = await createSiteSpace({ client, path, body, throwOnError: true });
      ids.set(otherSpace, siteSpace.data.id);
    }
    return section.data.id;
  };

  for (const [title, content] of Object.entries(outline)) {
    if (Array.isArray(content)) {
      await createSection(title, content);
      continue;
    }
    const sections: string[] = [];
    for (const [section, spaces] of Object.entries(content))
      sections.push(await createSection(section, spaces));
    const group = await createSiteSectionGroup({
      client,
      path,
      body: { title, sections },
      throwOnError: true,
    });
    ids.set(title, group.data.id);
  }

  const nameOf = new Map([...ids].map(([title, id]) => [id, title]));
  return {
    id: path.siteId,
    path,
    idOf: (title) => {
      const id = ids.get(title);
      if (id === undefined) throw new Error(`The test site has no “${title}”.`);
      return id;
    },
    editor: organization.path(`/sites/${path.siteId}/structure`),
    order: async () => {
      const { data } = await getSiteStructure({ client, path, throwOnError: true });
      const section = ({ title, siteSpaces }: SiteSection) =>
        `${title}(${siteSpaces.map(({ id, title: own }) => nameOf.get(id) ?? own).join(' ')})`;
      return data.structure
        .map((entry) => {
          if (entry.object === 'site-section-group')
            return `${entry.title}[${entry.sections.map(section).join(' ')}]`;
          return entry.object === 'site-section' ? section(entry) : entry.title;
        })
        .join(' ');
    },
  };
}

/** Creates a site, opens its structure (by default as the administrator) and records the sent changes. */
export async function openEditor(
  test: { organization: Organization; signIn: (person: Person) => Promise<void>; page: Page },
  outline: Outline,
  person = test.organization.admin,
): Promise<{ site: TestSite; requests: SentRequest[] }> {
  const site = await createTestSite(test.organization, outline);
  await test.signIn(person);
  await test.page.goto(site.editor);
  await test.page.getByRole('treeitem').first().waitFor();
  return { site, requests: await captureSiteChanges(test.page) };
}

/** The live region with the last announcement. */
export function announcement(page: Page): Locator {
  return page.locator('[role="status"][aria-live="polite"]').first();
}

/** The rendered rows of a tree, with columns or without. */
export function treeRows(page: Page): Locator {
  return page.getByRole('treeitem').or(page.getByRole('treegrid').locator('[data-row]'));
}

/** The visible tree rows, indented by level, titles only. */
export async function readTree(page: Page): Promise<string[]> {
  const rows = await treeRows(page).evaluateAll((elements) =>
    elements.map((element) => ({
      level: Number(element.getAttribute('aria-level')),
      label: element.getAttribute('aria-label') ?? '',
    })),
  );
  return rows.map(({ level, label }) => '  '.repeat(level - 1) + label.split(', ')[0]);
}

/** One row, by the title of its item. */
export function treeRow(page: Page, title: string) {
  const escaped = title.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const name = new RegExp(`^${escaped},`);
  return page.getByRole('treeitem', { name }).or(page.getByRole('row', { name }));
}

/** Chooses an entry of the menu "View" above a tree. */
export async function chooseView(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: 'View', exact: true }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

export type RowArea = 'upper' | 'middle' | 'lower';

const rowAreaOffsets: Record<RowArea, number> = { upper: 0.1, middle: 0.5, lower: 0.9 };

/** Drags a row with the mouse onto a part of another one, without releasing the button. */
export async function dragOver(page: Page, from: string, to: string, part: RowArea, x = 160): Promise<void> {
  const start = await boxOf(page, from);
  const end = await boxOf(page, to);
  await page.mouse.move(start.x + x, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(start.x + x + 8, start.y + start.height / 2 + 8, { steps: 2 });
  await page.mouse.move(end.x + x, end.y + end.height * rowAreaOffsets[part], { steps: 6 });
}

async function boxOf(page: Page, title: string) {
  const box = await treeRow(page, title).boundingBox();
  if (!box) throw new Error(`Row “${title}” is not on the page.`);
  return box;
}

/** Creates collections and spaces for the content tests. */
import type { Page } from '@playwright/test';
import { createCollection, createSpace, listContent } from '#api/generated/sdk.gen.ts';
import type { ContentItem } from '#api/generated/types.gen.ts';
import type { Organization, Person } from './organizations.ts';
import { captureChanges } from './sent-requests.ts';
import { treeRows } from './site-structures.ts';

/** Spaces by title with null; collections by title with their content. */
export interface ContentOutline {
  [title: string]: null | ContentOutline;
}

/** The content of a test's organization. */
export interface TestContent {
  /** The id of a collection or space; titles are unique in a test. */
  idOf: (title: string) => string;
  /** The order on the server: `Home Guides(Start API())`. */
  order: () => Promise<string>;
}

/** Creates collections and spaces in this order as the administrator. */
export async function createContent(
  organization: Organization,
  outline: ContentOutline,
): Promise<TestContent> {
  const { client } = organization.admin;
  const path = { organizationId: organization.id };
  const ids = new Map<string, string>();
  const createItems = async (inside: ContentOutline, parent?: string): Promise<void> => {
    for (const [title, children] of Object.entries(inside)) {
      const body = { title, ...(parent !== undefined && { parent }) };
      const { data } = await (children === null
        ? createSpace({ client, path, body: { ...body, writingView: 'source' }, throwOnError: true })
        : createCollection({ client, path, body, throwOnError: true }));
      ids.set(title, data.id);
      if (children !== null) await createItems(children, data.id);
    }
  };
  await createItems(outline);
  const format = (items: readonly ContentItem[], parent: string | undefined): string =>
    items
      .filter((item) => item.parent === parent)
      .map(({ id, kind, title }) => (kind === 'space' ? title : `${title}(${format(items, id)})`))
      .join(' ');
  return {
    idOf: (title) => {
      const id = ids.get(title);
      if (id === undefined) throw new Error(`The test content has no “${title}”.`);
      return id;
    },
    order: async () => {
      const { data } = await listContent({ client, path, query: { limit: 1000 }, throwOnError: true });
      return format(data.items, undefined);
    },
  };
}

interface TestPage {
  organization: Organization;
  signIn: (person: Person) => Promise<void>;
  page: Page;
}

export async function openContent({ organization, signIn, page }: TestPage, outline: ContentOutline) {
  const content = await createContent(organization, outline);
  await signIn(organization.admin);
  const requests = await captureChanges(page);
  await page.goto(organization.path('/content'));
  await treeRows(page).first().waitFor();
  return { content, requests };
}

/** Spaces with pages and change requests, for tests of diffs and comments. */
import { listSpacePages } from '#api/generated/sdk.gen.ts';
import type { ContentEdit, Page, WritingView } from '#api/generated/types.gen.ts';
import { createTestChangeRequest, createTestSpace, merge } from './change-requests.ts';
import type { Organization } from './organizations.ts';

/** The edit that adds a page. */
export function insertPage(title: string, markdown: string): ContentEdit {
  return { operation: 'insert_page', title, document: { markdown } };
}

/** The edit that replaces a page's text. */
export function updatePage(page: string, markdown: string): ContentEdit {
  return { operation: 'update_page', page, document: { markdown } };
}

/** Creates a space with pages as the administrator. */
export async function createPages(
  organization: Organization,
  pages: readonly ContentEdit[],
  title = 'Tide gauges',
  writingView?: WritingView,
) {
  const { admin } = organization;
  const spaceId = await createTestSpace(organization, title, writingView);
  await merge(
    admin,
    await createTestChangeRequest(admin, spaceId, { subject: 'First pages', changes: [...pages] }),
  );
  const { data } = await listSpacePages({ client: admin.client, path: { spaceId }, throwOnError: true });
  const find = (tree: readonly Page[], wanted: string): string | undefined => {
    for (const page of tree) {
      const id = page.title === wanted ? page.id : find(page.pages ?? [], wanted);
      if (id !== undefined) return id;
    }
    return undefined;
  };
  const idOf = (wanted: string): string => {
    const id = find(data.pages, wanted);
    if (id === undefined) throw new Error(`The test space has no page “${wanted}”.`);
    return id;
  };
  return { spaceId, idOf };
}

/** Starts an open change request as the administrator; `screen` is where the console shows it. */
export async function createOpenChangeRequest(
  organization: Organization,
  spaceId: string,
  subject: string,
  changes: readonly ContentEdit[],
) {
  const created = await createTestChangeRequest(organization.admin, spaceId, {
    subject,
    changes: [...changes],
  });
  return { ...created, screen: `/spaces/${spaceId}/changes/${created.number}` };
}

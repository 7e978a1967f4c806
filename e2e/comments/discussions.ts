import { createChangeRequestComment, updateSpace } from '#api/generated/sdk.gen.ts';
import type { Organization } from '../support/organizations.ts';
import { insertPage, createPages, createOpenChangeRequest, updatePage } from '../support/space-pages.ts';

/** A space with a page, and a change request with comments on that page. */
export async function createDiscussions(organization: Organization, texts: readonly string[]) {
  const { spaceId, idOf } = await createPages(organization, [
    insertPage('Valves', 'Open the valve.\n\nWait.\n'),
  ]);
  await updateSpace({
    client: organization.admin.client,
    path: { spaceId },
    body: { defaultLevel: 'comment' },
  });
  const pageId = idOf('Valves');
  const created = await createOpenChangeRequest(organization, spaceId, 'Better valves', [
    updatePage(pageId, 'Open the valve slowly.\n\nWait.\n'),
  ]);
  for (const markdown of texts) {
    await createChangeRequestComment({
      client: organization.admin.client,
      path: created.path,
      body: { page: pageId, body: { markdown } },
    });
  }
  return { ...created, spaceId, pageId };
}

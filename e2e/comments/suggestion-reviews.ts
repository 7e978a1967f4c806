import type { Page } from '@playwright/test';
import { updateSpace } from '#api/generated/sdk.gen.ts';
import type { Organization } from '../fixtures.ts';
import { createOpenChangeRequest, createPages, insertPage, updatePage } from '../support/space-pages.ts';

export const before = '# Lamps\n\nOil is dear.\n';
export const text = '# Lamps\n\nFill it dayly.\n\nTrim the wik.\n\nLight it at dusc.\n';

/** A page with a new text in a change request that people may comment on. */
export async function createReview(organization: Organization, written = text) {
  const { spaceId, idOf } = await createPages(organization, [insertPage('Lamps', before)]);
  const { client } = organization.admin;
  await updateSpace({ client, path: { spaceId }, body: { defaultLevel: 'comment' } });
  const pageId = idOf('Lamps');
  const created = await createOpenChangeRequest(organization, spaceId, 'Lamps', [
    updatePage(pageId, written),
  ]);
  return { ...created, pageId, source: `${created.screen}/diff/${pageId}?view=source` };
}

export type Review = Awaited<ReturnType<typeof createReview>>;

export const fieldFor = (page: Page, line: number) =>
  page.getByRole('textbox', { name: `Suggested text for line ${line}` });

/** A page of a change request, open in the editor. */
import type { Page } from '@playwright/test';
import { getChangeRequestPage, listChangeRequestFiles } from '#api/generated/sdk.gen.ts';
import type { File, WritingView } from '#api/generated/types.gen.ts';
import { expect, type Organization } from '../fixtures.ts';
import type { Person } from '../support/organizations.ts';
import { createPages, createOpenChangeRequest, insertPage } from '../support/space-pages.ts';

export interface EditedPage {
  spaceId: string;
  pageId: string;
  path: { spaceId: string; changeRequestId: string };
  /** Of the change request, below the organization. */
  screen: string;
  /** Of the editor, below the organization. */
  editor: string;
  /** The text as the server has it. */
  stored: () => Promise<string>;
}

/** Creates a space with the page “Lamps” and an open change request. */
export async function createEditedPage(
  organization: Organization,
  markdown: string,
  writingView?: WritingView,
): Promise<EditedPage> {
  const { spaceId, idOf } = await createPages(
    organization,
    [insertPage('Lamps', markdown)],
    'Tide gauges',
    writingView,
  );
  return editPage(organization, spaceId, idOf('Lamps'));
}

/** Opens a change request for a page of a space. */
export async function editPage(
  organization: Organization,
  spaceId: string,
  pageId: string,
): Promise<EditedPage> {
  const { path, screen } = await createOpenChangeRequest(organization, spaceId, 'Better lamps', []);
  return {
    spaceId,
    pageId,
    path,
    screen,
    editor: `${screen}/content/${pageId}/edit`,
    stored: () => fetchText(organization.admin, path, pageId),
  };
}

/** The text of a page in a change request. */
export async function fetchText(
  { client }: Person,
  path: EditedPage['path'],
  pageId: string,
): Promise<string> {
  const { data } = await getChangeRequestPage({
    client,
    path: { ...path, pageId },
    query: { format: 'markdown' },
    throwOnError: true,
  });
  return data.markdown ?? '';
}

/** The files of the change request of a page. */
export async function filesOf({ admin }: Organization, { path }: Pick<EditedPage, 'path'>): Promise<File[]> {
  const { data } = await listChangeRequestFiles({ client: admin.client, path, throwOnError: true });
  return data.items;
}

/** The text field of the page “Lamps”, with the focus. */
export const fieldOf = (page: Page) => page.getByRole('textbox', { name: 'Text of Lamps' });

/** How far the text is saved. */
export const saveStateOf = (page: Page) => page.locator('[data-save-state]');

/** Opens the editor and waits for its field. */
export async function openEditor(
  page: Page,
  organization: Organization,
  { editor }: EditedPage,
): Promise<void> {
  await page.goto(organization.path(editor));
  await expect(fieldOf(page)).toBeFocused();
}

/** Types at the end of the text. */
export async function typeAtEnd(page: Page, text: string): Promise<void> {
  await fieldOf(page).press('ControlOrMeta+End');
  await page.keyboard.type(text);
}

/** Types at the start of the text. */
export async function typeAtStart(page: Page, text: string): Promise<void> {
  await fieldOf(page).press('ControlOrMeta+Home');
  await page.keyboard.type(text);
}

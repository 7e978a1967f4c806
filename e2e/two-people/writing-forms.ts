/** The forms that change what is in a change request, and comments. */
import {
  createSpaceComment,
  createSpaceCommentReply,
  editChangeRequestContent,
  getChangeRequest,
  getChangeRequestContent,
  getChangeRequestPage,
  getChangeRequestReusableContent,
  getSpaceComment,
  getSpaceCommentReply,
  listChangeRequestFiles,
  updateChangeRequest,
  updateSpaceComment,
  updateSpaceCommentReply,
} from '#api/generated/sdk.gen.ts';
import type { ContentEdit } from '#api/generated/types.gen.ts';
import { chooseFromMenu, oncePerOrganization } from '../faults/fault-actions.ts';
import { createTestSpace } from '../support/change-requests.ts';
import type { Organization, Person } from '../support/organizations.ts';
import { addFiles, testPicture } from '../support/pictures.ts';
import { treeRow } from '../support/site-structures.ts';
import { createOpenChangeRequest, createPages, insertPage } from '../support/space-pages.ts';
import { type EditedForm, inComment, inDialog, inRow } from './edited-form.ts';

const strict = { throwOnError: true } as const;

const changeRequest = oncePerOrganization(async (organization) => {
  const link: ContentEdit = {
    operation: 'insert_page',
    type: 'link',
    title: 'Charts',
    href: 'https://charts.two.example/',
  };
  const { spaceId, idOf } = await createPages(organization, [insertPage('Neap', ''), link], 'Tables');
  const { path, screen } = await createOpenChangeRequest(organization, spaceId, 'Springs', []);
  await addFiles(organization.admin, path, [testPicture('quay.png')]);
  return { path, screen, idOf };
});

/** The title of a page of the change request. */
const titleOfPage =
  (title: string) =>
  async (organization: Organization, { client }: Person) => {
    const { path, screen, idOf } = await changeRequest(organization);
    const page = idOf(title);
    const read = async () =>
      (await getChangeRequestPage({ client, path: { ...path, pageId: page }, ...strict })).data.title;
    const write = (text: string) =>
      editChangeRequestContent({
        client,
        path,
        body: { changes: [{ operation: 'update_page', page, title: text }] },
        ...strict,
      });
    return { screen: `${screen}/content`, write, read };
  };

/** Only its author can edit a comment: in another browser. */
async function commentOf(organization: Organization) {
  const { client } = organization.admin;
  const spaceId = await createTestSpace(organization, 'Soundings');
  const body = { body: { markdown: 'Deep?' } };
  const { data } = await createSpaceComment({ client, path: { spaceId }, body, ...strict });
  const path = { spaceId, commentId: data.id };
  return { client, path, screen: `/spaces/${spaceId}/comments/${data.id}` };
}

export const writingForms = [
  {
    form: 'change-requests/subject-form',
    name: 'the subject of a change request',
    async arrange(organization, { client }) {
      const { path, screen } = await changeRequest(organization);
      return {
        screen,
        write: (subject) => updateChangeRequest({ client, path, body: { subject }, ...strict }),
        read: async () => (await getChangeRequest({ client, path, ...strict })).data.subject,
      };
    },
    open: chooseFromMenu('More actions', 'Rename'),
    field: (page) => page.getByRole('textbox', { name: 'Subject' }),
    submit: (page) => page.keyboard.press('Enter'),
  },
  {
    form: 'change-requests/overview/description-form',
    name: 'the description of a change request',
    async arrange(organization, { client }) {
      const { path, screen } = await changeRequest(organization);
      return {
        screen,
        write: (descriptionMarkdown) =>
          updateChangeRequest({ client, path, body: { descriptionMarkdown }, ...strict }),
        read: async () => (await getChangeRequest({ client, path, ...strict })).data.descriptionMarkdown,
      };
    },
    open: (page) => page.getByRole('button', { name: /description/ }).click(),
    ...inDialog(/^Description/, 'Save'),
  },
  {
    form: 'change-requests/files/rename-file-form',
    name: 'the name of a file',
    async arrange(organization, { client }) {
      const { path, screen } = await changeRequest(organization);
      const list = async () => (await listChangeRequestFiles({ client, path, ...strict })).data.items;
      const [file] = await list();
      return {
        screen: `${screen}/files`,
        write: (name) =>
          editChangeRequestContent({
            client,
            path,
            body: { changes: [{ operation: 'update_file', file: file?.id ?? '', name }] },
            ...strict,
          }),
        read: async () => (await list())[0]?.name,
      };
    },
    open: chooseFromMenu(/actions.*quay/i, 'Rename…'),
    ...inDialog('Name', 'Rename'),
    texts: { mine: 'mine.png', theirs: 'theirs.png' },
  },
  {
    form: 'change-requests/reusable/title-form',
    name: 'the title of a reusable content',
    async arrange(organization, { client }) {
      const { path, screen } = await changeRequest(organization);
      const { data } = await editChangeRequestContent({
        client: organization.admin.client,
        path,
        body: { changes: [{ operation: 'insert_reusable_content', title: 'Legal note' }] },
        ...strict,
      });
      const reusableContent = data.reusableContents?.[0] ?? '';
      return {
        screen: `${screen}/reusable`,
        write: (title) =>
          editChangeRequestContent({
            client,
            path,
            body: { changes: [{ operation: 'update_reusable_content', reusableContent, title }] },
            ...strict,
          }),
        read: async () =>
          (
            await getChangeRequestReusableContent({
              client,
              path: { ...path, reusableContentId: reusableContent },
              ...strict,
            })
          ).data.title,
      };
    },
    open: chooseFromMenu(/actions.*legal note/i, 'Rename…'),
    ...inDialog('Title', 'Rename'),
  },
  {
    form: 'change-requests/variables/variables-form',
    name: 'the variables of a change request',
    async arrange(organization, { client }) {
      const { path, screen } = await changeRequest(organization);
      const set = (by: Person['client'], version: string) =>
        editChangeRequestContent({
          client: by,
          path,
          body: { changes: [{ operation: 'update_variables', vars: { version } }] },
          ...strict,
        });
      await set(organization.admin.client, '1');
      return {
        screen: `${screen}/reusable`,
        write: (version) => set(client, version),
        read: async () => (await getChangeRequestContent({ client, path, ...strict })).data.vars?.['version'],
      };
    },
    open: (page) => page.getByRole('button', { name: 'Variables…' }).click(),
    ...inDialog('Value of variable 1', 'Save'),
    describe: (value) => `version = ${value}`,
  },
  {
    form: 'page-tree/page-tree-editor',
    name: 'the title of a page in the tree',
    arrange: titleOfPage('Neap'),
    ...inRow('Neap', 'tree'),
  },
  {
    form: 'page-tree/page-dialogs',
    name: 'the title of a link',
    arrange: titleOfPage('Charts'),
    async open(page) {
      await treeRow(page, 'Charts').hover();
      await treeRow(page, 'Charts').getByRole('button', { includeHidden: true }).click();
      await page.getByRole('menuitem', { name: 'Edit link…' }).click();
    },
    ...inDialog('Title', 'Save'),
  },
  {
    form: 'comments/message',
    name: 'a comment',
    async arrange(organization) {
      const { client, path, screen } = await commentOf(organization);
      const options = { client, path, ...strict };
      return {
        screen,
        write: (markdown) => updateSpaceComment({ ...options, body: { body: { markdown } } }),
        read: async () =>
          (await getSpaceComment({ ...options, query: { format: 'markdown' } })).data.body.markdown,
      };
    },
    ...inComment('comment'),
  },
  {
    form: 'comments/message',
    name: 'a reply',
    async arrange(organization) {
      const { client, path, screen } = await commentOf(organization);
      const body = { body: { markdown: 'Very.' } };
      const { data } = await createSpaceCommentReply({ client, path, body, ...strict });
      const options = { client, path: { ...path, commentReplyId: data.id }, ...strict };
      return {
        screen,
        write: (markdown) => updateSpaceCommentReply({ ...options, body: { body: { markdown } } }),
        read: async () =>
          (await getSpaceCommentReply({ ...options, query: { format: 'markdown' } })).data.body.markdown,
      };
    },
    ...inComment('reply'),
  },
] satisfies readonly EditedForm[];

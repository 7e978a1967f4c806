import { newId } from '#server/base/ids.ts';
import { documentIdOf } from '#server/content/pages/storage.ts';
import { type Call, contentCall, organizationCall } from '#server/test/contract/call-factories.ts';
import { contractCases, type ListFixture } from '#server/test/contract/contract-cases.ts';
import { pageListFixture, rewritePages, spaceListFixture } from '#server/test/contract/page-lists.ts';

const linkUrl = (id: string) => `https://press.example/${id}`;

/** A list of links in the text of one page. */
function linkListFixture(): ListFixture {
  const lines = new Map<string, string[]>();
  const write = (call: Call, change: (before: string[]) => string[]) => {
    const { pageId = '' } = call.params;
    const after = change(lines.get(pageId) ?? []);
    lines.set(pageId, after);
    const text = after.map((url) => `- <${url}>\n`).join('');
    return rewritePages(call, (pages, texts) => {
      texts.push(text);
      return pages.map((page) => (page.id === pageId ? { ...page, documentId: documentIdOf(text) } : page));
    });
  };
  return {
    addItem: (_, call) => write(call, (before) => [...before, linkUrl(newId())]),
    deleteItem: (_, call, name) => write(call, (before) => before.filter((url) => url !== name)),
  };
}

const links = pageListFixture((id) => `<${linkUrl(id)}>\n`);
const uses = pageListFixture((_, { params }) => `![A dot](/files/${params.fileId})\n`);

const mentions = pageListFixture((_, { params }) => `[There](/pages/${params.pageId})\n`);

export const linkCases = contractCases({
  calls: {
    listSpaceLinks: contentCall(['spaceId']),
    listSpacePageLinks: contentCall(['spaceId', 'pageId']),
    listSpaceFileBacklinks: contentCall(['spaceId', 'fileId']),
    listChangeRequestLinks: contentCall(['spaceId', 'changeRequestId']),
    listChangeRequestPageLinks: contentCall(['spaceId', 'changeRequestId', 'pageId']),
    listChangeRequestFileBacklinks: contentCall(['spaceId', 'changeRequestId', 'fileId']),
    listSpacePageBacklinks: contentCall(['spaceId', 'pageId']),
    listChangeRequestPageBacklinks: contentCall(['spaceId', 'changeRequestId', 'pageId']),
    listBrokenLinks: organizationCall,
  },
  // oxfmt-ignore
  permissions: {
    //                              none bad  outs disa gues read comm edit revi crea owne admi
    listSpaceLinks:                 [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
    listSpacePageLinks:             [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
    listSpaceFileBacklinks:         [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
    listChangeRequestLinks:         [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
    listChangeRequestPageLinks:     [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
    listChangeRequestFileBacklinks: [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
    listSpacePageBacklinks:         [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
    listChangeRequestPageBacklinks: [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
    listBrokenLinks:                [401, 401, 404, 403, 200, 200, 200, 200, 200, 200, 200, 200],
  },
  lists: {
    listSpaceLinks: links,
    listChangeRequestLinks: links,
    listSpacePageLinks: linkListFixture(),
    listChangeRequestPageLinks: linkListFixture(),
    listSpaceFileBacklinks: uses,
    listChangeRequestFileBacklinks: uses,
    listSpacePageBacklinks: mentions,
    listChangeRequestPageBacklinks: mentions,
    listBrokenLinks: spaceListFixture,
  },
  ids: {},
});

import {
  type ApiFixture,
  type Call,
  callWith,
  createdId,
  spaceParams,
} from '#server/test/contract/call-factories.ts';
import { contractCases } from '#server/test/contract/contract-cases.ts';
import { ascii, emojis } from '#server/test/contract/texts.ts';
import { as } from '#server/test/test-app.ts';

let created = 0;

/** A template with a name of its own. */
function addTemplate(fixture: ApiFixture, spaceId: string): Promise<string> {
  created += 1;
  const body = { title: `Runbook ${created}`, markdown: '## Steps\n' };
  return createdId(as(fixture.admin).post(`/v1/spaces/${spaceId}/page-templates`, body));
}

async function templateParams(fixture: ApiFixture) {
  const { spaceId } = await spaceParams(fixture);
  return { spaceId, pageTemplateId: await addTemplate(fixture, spaceId) };
}

const listUrl = ({ params }: Call) => `/v1/spaces/${params.spaceId}/page-templates`;

export const pageTemplateCases = contractCases({
  calls: {
    listPageTemplates: callWith(spaceParams),
    createPageTemplate: callWith(spaceParams, { title: 'Runbook', markdown: '## Steps\n' }),
    getPageTemplate: callWith(templateParams),
    updatePageTemplate: callWith(templateParams, { title: 'Playbook' }),
    deletePageTemplate: callWith(templateParams),
  },
  // oxfmt-ignore
  permissions: {
    //                  none bad  outs disa gues read comm edit revi crea owne admi
    listPageTemplates:  [401, 401, 404, 403, 404, 403, 403, 200, 200, 200, 403, 200],
    createPageTemplate: [401, 401, 404, 403, 404, 403, 403, 201, 201, 201, 403, 201],
    getPageTemplate:    [401, 401, 404, 403, 404, 403, 403, 200, 200, 200, 403, 200],
    updatePageTemplate: [401, 401, 404, 403, 404, 403, 403, 200, 200, 200, 403, 200],
    deletePageTemplate: [401, 401, 404, 403, 404, 403, 403, 205, 205, 205, 403, 205],
  },
  lists: {
    listPageTemplates: {
      addItem: (fixture, call) => addTemplate(fixture, String(call.params['spaceId'])),
      deleteItem: (_, call, id) => `${listUrl(call)}/${id}`,
    },
  },
  limits: {
    createPageTemplate: { title: [1, 80, emojis], markdown: [0, 200_000, ascii] },
    updatePageTemplate: { title: [1, 80, emojis] },
  },
  ids: {
    pageTemplateId: {
      otherKind: 'pageId',
      // `spaceId` is that of another noun.
      url: ({ templateSpaceId, pageTemplateId }) =>
        `/v1/spaces/${templateSpaceId}/page-templates/${pageTemplateId}`,
    },
  },
  createIds: async (fixture) => {
    const { spaceId: templateSpaceId, pageTemplateId } = await templateParams(fixture);
    return { templateSpaceId, pageTemplateId };
  },
});

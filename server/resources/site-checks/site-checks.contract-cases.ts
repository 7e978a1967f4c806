import { newId } from '#server/base/ids.ts';
import { callWith, contentCall, organizationCall, siteParams } from '#server/test/contract/call-factories.ts';
import { contractCases } from '#server/test/contract/contract-cases.ts';
import { createSpace } from '#server/test/factories.ts';
import { testApp } from '#server/test/test-app.ts';

let position = 0;

async function addFinding(organizationId: string, siteId: string): Promise<string> {
  const { db } = await testApp();
  const { id: spaceId } = await createSpace({ organizationId, title: 'Checked' });
  const id = newId();
  position += 1;
  await db
    .insertInto('site_findings')
    .values({
      id,
      site_id: siteId,
      kind: 'missing-description',
      position,
      space_id: spaceId,
      page_space_id: null,
      item_id: null,
      page_id: newId(),
      file_id: null,
      content_id: null,
      title: 'Welcome',
      path: 'welcome',
      line: null,
      detail: '',
      url: null,
    })
    .execute();
  return id;
}

export const siteCheckCases = contractCases({
  calls: {
    getSiteChecks: callWith(siteParams),
    listSiteFindings: callWith(siteParams),
    getChangeRequestChecks: contentCall(['spaceId', 'changeRequestId']),
    getReaderAttention: organizationCall,
  },
  // oxfmt-ignore
  permissions: {
    //                none bad  outs disa gues read comm edit revi crea owne admi
    getSiteChecks:    [401, 401, 404, 403, 404, 403, 403, 403, 403, 200, 403, 200],
    listSiteFindings: [401, 401, 404, 403, 404, 403, 403, 403, 403, 200, 403, 200],
    getChangeRequestChecks: [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
    getReaderAttention: [401, 401, 404, 403, 403, 403, 403, 403, 403, 200, 403, 200],
  },
  lists: {
    listSiteFindings: {
      addItem: ({ organization }, { params }) => addFinding(organization.id, params.siteId ?? ''),
      deleteItem: async (_fixture, _call, id) => {
        const { db } = await testApp();
        await db.deleteFrom('site_findings').where('id', '=', id).execute();
      },
    },
  },
  limits: {},
  ids: {},
});

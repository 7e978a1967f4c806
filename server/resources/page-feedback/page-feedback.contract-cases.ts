import { newId } from '#server/base/ids.ts';
import { callWith, siteParams } from '#server/test/contract/call-factories.ts';
import { contractCases } from '#server/test/contract/contract-cases.ts';
import { testApp } from '#server/test/test-app.ts';

async function addFeedback(siteId: string): Promise<string> {
  const { db, clock } = await testApp();
  const id = newId();
  await db
    .insertInto('page_feedback')
    .values({
      id,
      site_id: siteId,
      site_space_id: newId(),
      page_id: newId(),
      language: 'en',
      is_helpful: true,
      sentence: '',
      state: 'open',
      at: clock.now(),
    })
    .execute();
  return id;
}

async function feedbackParams(fixture: Parameters<typeof siteParams>[0]) {
  const { siteId } = await siteParams(fixture);
  return { siteId, feedbackId: await addFeedback(siteId) };
}

export const pageFeedbackCases = contractCases({
  calls: {
    listPageFeedback: callWith(siteParams),
    updatePageFeedback: callWith(feedbackParams, { state: 'done' }),
  },
  // oxfmt-ignore
  permissions: {
    //                  none bad  outs disa gues read comm edit revi crea owne admi
    listPageFeedback:   [401, 401, 404, 403, 404, 403, 403, 403, 403, 200, 403, 200],
    updatePageFeedback: [401, 401, 404, 403, 404, 403, 403, 403, 403, 200, 403, 200],
  },
  lists: {
    listPageFeedback: {
      addItem: (_fixture, { params }) => addFeedback(params.siteId ?? ''),
      deleteItem: async (_fixture, _call, id) => {
        const { db } = await testApp();
        await db.deleteFrom('page_feedback').where('id', '=', id).execute();
      },
    },
  },
  ids: { feedbackId: { otherKind: 'spaceId', hasParent: true } },
  createIds: async (fixture) => ({ feedbackId: (await feedbackParams(fixture)).feedbackId }),
});

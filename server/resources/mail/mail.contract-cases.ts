import { newId } from '#server/base/ids.ts';
import { type ApiFixture, callWith, organizationCall } from '#server/test/contract/call-factories.ts';
import { contractCases } from '#server/test/contract/contract-cases.ts';
import { ascii, padded } from '#server/test/contract/texts.ts';
import { testApp } from '#server/test/test-app.ts';

const organizationOf = ({ base }: ApiFixture): string => base.split('/').at(-1) ?? '';

/** A mail that the mail server rejected. */
async function failedMail(fixture: ApiFixture): Promise<{ mailId: string }> {
  const { db, clock } = await testApp();
  const mailId = newId();
  await db
    .insertInto('mails')
    .values({
      id: mailId,
      kind: 'invitation',
      recipient: `${mailId}@press.example`,
      organization_id: organizationOf(fixture),
      state: 'failed',
      error: 'The mail server rejected the recipient.',
      attempts: 1,
      created_at: clock.now(),
      finished_at: clock.now(),
    })
    .execute();
  return { mailId };
}

export const mailCases = contractCases({
  calls: {
    getMailSettings: organizationCall,
    // A new address each time: one gets only a few mails an hour.
    sendTestMail: () => ({ params: {}, body: { email: `${newId().toLowerCase()}@press.example` } }),
    listMails: organizationCall,
    resendMail: callWith(failedMail),
  },
  // oxfmt-ignore
  permissions: {
    //               none bad  outs disa gues read comm edit revi crea owne admi
    getMailSettings: [401, 401, 404, 403, 403, 403, 403, 403, 403, 403, 403, 200],
    sendTestMail:    [401, 401, 404, 403, 403, 403, 403, 403, 403, 403, 403, 200],
    listMails:       [401, 401, 404, 403, 403, 403, 403, 403, 403, 403, 403, 200],
    resendMail:      [401, 401, 404, 403, 403, 403, 403, 403, 403, 403, 403, 200],
  },
  lists: {
    listMails: {
      addItem: async (fixture) => (await failedMail(fixture)).mailId,
      // Old ones are deleted by the cleanup.
      deleteItem: async (_fixture, _call, id) => {
        const { db } = await testApp();
        await db.deleteFrom('mails').where('id', '=', id).execute();
      },
    },
  },
  limits: { sendTestMail: { email: [0, 320, padded('', '@press.example', ascii)] } },
  ids: { mailId: { otherKind: 'teamId', isKeptWhenUnknown: true } },
  createIds: failedMail,
});

import { newId } from '#server/base/ids.ts';
import { organizationCall } from '#server/test/contract/call-factories.ts';
import { contractCases } from '#server/test/contract/contract-cases.ts';
import { ascii, padded } from '#server/test/contract/texts.ts';

export const mailCases = contractCases({
  calls: {
    getMailSettings: organizationCall,
    // A new address each time: one gets only a few mails an hour.
    sendTestMail: () => ({ params: {}, body: { email: `${newId().toLowerCase()}@press.example` } }),
  },
  // oxfmt-ignore
  permissions: {
    //               none bad  outs disa gues read comm edit revi crea owne admi
    getMailSettings: [401, 401, 404, 403, 403, 403, 403, 403, 403, 403, 403, 200],
    sendTestMail:    [401, 401, 404, 403, 403, 403, 403, 403, 403, 403, 403, 200],
  },
  lists: {},
  limits: { sendTestMail: { email: [0, 320, padded('', '@press.example', ascii)] } },
  ids: {},
});

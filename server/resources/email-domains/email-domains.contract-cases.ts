import { type ApiFixture, organizationCall } from '#server/test/contract/call-factories.ts';
import { contractCases } from '#server/test/contract/contract-cases.ts';
import { as } from '#server/test/test-app.ts';

const emailDomain = 'cases.press.example';

async function domainParams({ admin, base }: ApiFixture) {
  await as(admin).patch(base, { emailDomains: [emailDomain] });
  return { emailDomain };
}

export const emailDomainCases = contractCases({
  calls: {
    listEmailDomains: organizationCall,
    updateEmailDomain: async (fixture) => ({ params: await domainParams(fixture), body: { joining: true } }),
    checkEmailDomain: async (fixture) => ({ params: await domainParams(fixture) }),
  },
  // oxfmt-ignore
  permissions: {
    //                  none bad  outs disa gues read comm edit revi crea owne admi
    listEmailDomains:   [401, 401, 404, 403, 403, 403, 403, 403, 403, 403, 403, 200],
    updateEmailDomain:  [401, 401, 404, 403, 403, 403, 403, 403, 403, 403, 403, 200],
    checkEmailDomain:   [401, 401, 404, 403, 403, 403, 403, 403, 403, 403, 403, 200],
  },
  lists: {},
  ids: {},
});

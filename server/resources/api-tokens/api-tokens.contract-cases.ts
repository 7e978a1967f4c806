import {
  type ApiFixture,
  callWith,
  createdId,
  memberParams,
  organizationCall,
} from '#server/test/contract/call-factories.ts';
import { contractCases } from '#server/test/contract/contract-cases.ts';
import { emojis } from '#server/test/contract/texts.ts';
import { createApiToken } from '#server/test/sign-on/start-session.ts';
import { as } from '#server/test/test-app.ts';

const tokenBody = (organizationId: string) => ({ name: 'Nightly build', organizations: [organizationId] });

/** A token of the administrator. */
async function ownTokenParams({ admin, organization }: ApiFixture): Promise<{ tokenId: string }> {
  return { tokenId: await createdId(as(admin).post('/v1/user/tokens', tokenBody(organization.id))) };
}

/** A member with a token. */
async function memberTokenParams(fixture: ApiFixture) {
  const { userId } = await memberParams(fixture);
  return { userId, tokenId: (await createApiToken(userId, [fixture.organization.id])).id };
}

export const apiTokenCases = contractCases({
  calls: {
    listApiTokens: organizationCall,
    createApiToken: ({ organization }) => ({ params: {}, body: tokenBody(organization.id) }),
    revokeApiToken: callWith(ownTokenParams),
    listMemberTokens: callWith(memberParams),
    revokeMemberToken: callWith(memberTokenParams),
  },
  // oxfmt-ignore
  permissions: {
    //                 none bad  outs disa gues read comm edit revi crea owne admi
    listApiTokens:     [401, 401, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200],
    createApiToken:    [401, 401, 400, 400, 201, 201, 201, 201, 201, 201, 201, 201],
    revokeApiToken:    [401, 401, 404, 404, 404, 404, 404, 404, 404, 404, 404, 204],
    listMemberTokens:  [401, 401, 404, 403, 404, 403, 403, 403, 403, 403, 403, 200],
    revokeMemberToken: [401, 401, 404, 403, 404, 403, 403, 403, 403, 403, 403, 204],
  },
  lists: {
    listApiTokens: {
      addItem: ownTokenParams,
      deleteItem: (_fixture, _call, id) => `/v1/user/tokens/${id}`,
    },
    listMemberTokens: {
      addItem: ({ organization }, { params: { userId = '' } }) => createApiToken(userId, [organization.id]),
      deleteItem: ({ base }, { params: { userId } }, id) => `${base}/members/${userId}/tokens/${id}`,
    },
  },
  limits: {
    createApiToken: { name: [1, 100, emojis], expiresAt: [0, 64, null] },
  },
  references: [['createApiToken', 'organizationId', tokenBody]],
  ids: {
    tokenId: { otherKind: 'teamId', url: ({ tokenId }) => `/v1/user/tokens/${tokenId}` },
  },
  createIds: ownTokenParams,
});

import {
  type ApiFixture,
  callWith,
  memberParams,
  organizationCall,
} from '#server/test/contract/call-factories.ts';
import { contractCases } from '#server/test/contract/contract-cases.ts';
import { startTestSession } from '#server/test/sign-on/start-session.ts';

/** A session of the administrator. */
async function ownSessionParams({ admin }: ApiFixture): Promise<{ sessionId: string }> {
  return { sessionId: (await startTestSession(admin.id)).id };
}

/** A member with a session. */
async function memberSessionParams(fixture: ApiFixture) {
  const { userId } = await memberParams(fixture);
  return { userId, sessionId: (await startTestSession(userId)).id };
}

export const sessionCases = contractCases({
  calls: {
    listSessions: organizationCall,
    endSession: callWith(ownSessionParams),
    endOtherSessions: organizationCall,
    listMemberSessions: callWith(memberParams),
    endMemberSession: callWith(memberSessionParams),
    signOutMember: callWith(memberParams),
    signOutAllMembers: organizationCall,
  },
  // oxfmt-ignore
  permissions: {
    //                  none bad  outs disa gues read comm edit revi crea owne admi
    listSessions:       [401, 401, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200],
    endSession:         [401, 401, 404, 404, 404, 404, 404, 404, 404, 404, 404, 204],
    endOtherSessions:   [401, 401, 204, 204, 204, 204, 204, 204, 204, 204, 204, 204],
    listMemberSessions: [401, 401, 404, 403, 404, 403, 403, 403, 403, 403, 403, 200],
    endMemberSession:   [401, 401, 404, 403, 404, 403, 403, 403, 403, 403, 403, 204],
    signOutMember:      [401, 401, 404, 403, 404, 403, 403, 403, 403, 403, 403, 204],
    signOutAllMembers:  [401, 401, 404, 403, 403, 403, 403, 403, 403, 403, 403, 204],
  },
  lists: {
    listSessions: {
      addItem: ownSessionParams,
      deleteItem: (_fixture, _call, id) => `/v1/user/sessions/${id}`,
    },
    listMemberSessions: {
      addItem: (_fixture, { params: { userId = '' } }) => startTestSession(userId),
      deleteItem: ({ base }, { params: { userId } }, id) => `${base}/members/${userId}/sessions/${id}`,
    },
  },
  ids: {
    sessionId: { otherKind: 'teamId', url: ({ sessionId }) => `/v1/user/sessions/${sessionId}` },
  },
  createIds: ownSessionParams,
});

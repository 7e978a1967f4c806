import { beforeAll, describe, expect, it } from 'vitest';
import { writeContent } from './test/content-factories.ts';
import { makeMember } from './test/factories.ts';
import {
  createCall,
  type Call,
  createApiFixture,
  type ApiFixture,
  OPERATIONS,
  send,
} from './test/interface-calls.ts';
import { as, testApp } from './test/test-app.ts';

/** A ping says that somebody is there; it changes nothing that anybody would look up. */
const UNAUDITED = ['pingOrganization'];

let fixture: ApiFixture;
beforeAll(async () => {
  fixture = await createApiFixture();
});

/** What makes a call change something that would change nothing as it is arranged. */
const PREPARATIONS: Record<string, (call: Call) => Promise<unknown>> = {
  updateChangeRequest: ({ params }) =>
    as(fixture.admin).patch(`/v1/spaces/${params.spaceId}/change-requests/${params.changeRequestId}`, {
      subject: 'Something else',
    }),
  updateChangeRequestFromMain: ({ params }) =>
    writeContent({ id: params.spaceId ?? '' }, [{ title: 'Newer', text: 'Newer text' }]),
  unpublishSite: ({ params }) => as(fixture.admin).post(`${fixture.base}/sites/${params.siteId}/publish`),
};

/** Who calls: the administrator; somebody new where the administrator has what the operation gives. */
const callerOf = (id: string) => (id === 'acceptInvite' ? makeMember() : fixture.admin);

const writeOperations = OPERATIONS.filter(({ id, method }) => method !== 'GET' && !UNAUDITED.includes(id));

describe('the audit log', () => {
  it.each(writeOperations.map((operation) => [operation.id, operation] as const))(
    'records %s, with who did it',
    async (id, operation) => {
      const call = await createCall(operation, fixture);
      await PREPARATIONS[id]?.(call);
      const caller = await callerOf(id);
      const { db } = await testApp();
      const entries = () =>
        db
          .selectFrom('audit_log')
          .selectAll()
          .where('action', '=', id)
          .where('actor_id', '=', caller.id)
          .execute();
      const before = new Set((await entries()).map((entry) => entry.id));
      const { status, body } = await send(caller, operation, call);
      expect({ status, body }).toMatchObject({ status: operation.status });
      const added = (await entries()).filter((entry) => !before.has(entry.id));
      expect(added.length).toBeGreaterThan(0);
      for (const entry of added) {
        expect(entry.summary).toMatch(/^[A-Z].*\.$/s);
        expect(entry.target_id).not.toBe('');
      }
    },
  );
});

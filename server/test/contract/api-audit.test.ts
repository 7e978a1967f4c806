import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../test-app.ts';
import { OPERATIONS, createApiFixture, createCall, exceptionsOf, send } from './api-calls.ts';
import type { ApiFixture } from './call-factories.ts';

let fixture: ApiFixture;
beforeAll(async () => {
  fixture = await createApiFixture();
});

const writeOperations = OPERATIONS.filter(
  (operation) => operation.method !== 'GET' && !exceptionsOf(operation).isUnaudited,
);

describe('the audit log', () => {
  it.each(writeOperations.map((operation) => [operation.id, operation] as const))(
    'records %s and its actor',
    async (id, operation) => {
      const call = await createCall(operation, fixture);
      const { prepareAudit, auditCaller } = exceptionsOf(operation);
      await prepareAudit?.(fixture, call);
      const caller = (await auditCaller?.()) ?? fixture.admin;
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

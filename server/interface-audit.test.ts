import { beforeAll, describe, expect, it } from 'vitest';
import { arrange, makeScene, type Scene, SERVED, send } from './test/interface-calls.ts';
import { testApp } from './test/test-app.ts';

/** A ping says that somebody is there; it changes nothing that anybody would look up. */
const UNRECORDED = ['pingOrganization'];

let scene: Scene;
beforeAll(async () => {
  scene = await makeScene();
});

const writing = SERVED.filter(({ id, method }) => method !== 'GET' && !UNRECORDED.includes(id));

describe('the audit log', () => {
  it.each(writing.map((operation) => [operation.id, operation] as const))(
    'records %s, with who did it',
    async (id, operation) => {
      const call = await arrange(operation, scene);
      const { db } = await testApp();
      const entries = () =>
        db
          .selectFrom('audit_log')
          .selectAll()
          .where('action', '=', id)
          .where('organization_id', '=', scene.organization.id)
          .execute();
      const before = new Set((await entries()).map((entry) => entry.id));
      const { status, body } = await send(scene.admin, operation, call);
      expect({ status, body }).toMatchObject({ status: operation.status });
      const added = (await entries()).filter((entry) => !before.has(entry.id));
      expect(added.length).toBeGreaterThan(0);
      for (const entry of added) {
        expect(entry.actor_id).toBe(scene.admin.id);
        expect(entry.summary).toMatch(/^[A-Z].*\.$/s);
        expect(entry.target_id).not.toBe('');
      }
    },
  );
});

import { beforeAll, describe, expect, it } from 'vitest';
import {
  createCall,
  type Call,
  createApiFixture,
  type ApiFixture,
  OPERATIONS,
  send,
} from './test/interface-calls.ts';
import { PERMISSIONS } from './test/interface-permissions.ts';
import { anonymous, type Sender } from './test/test-app.ts';

const [head = [], ...rows] = PERMISSIONS.trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/));
const callers = head.slice(1);
const expected = new Map(rows.map(([id, ...statuses]) => [id, statuses.map(Number)]));

let fixture: ApiFixture;
let senders: Sender[];
beforeAll(async () => {
  fixture = await createApiFixture();
  const { outsider, disabled, guest, reader, commenter, editor, reviewer, creator, owner, admin } = fixture;
  senders = [anonymous, { token: `bnd_${'x'.repeat(43)}` }, outsider, disabled, guest, reader, commenter];
  senders.push(editor, reviewer, creator, owner, admin);
});

describe('the permissions', () => {
  it('are settled for every operation that is served, and for no other', () => {
    expect([...expected.keys()].toSorted()).toEqual(OPERATIONS.map(({ id }) => id).toSorted());
    for (const statuses of expected.values()) expect(statuses).toHaveLength(callers.length);
  });

  it.each(OPERATIONS.map((operation) => [operation.id, operation] as const))(
    'of %s',
    async (id, operation) => {
      const found: number[] = [];
      let call: Call | undefined;
      for (const sender of senders) {
        // What nobody could use up yet is good for the next one.
        call ??= await createCall(operation, fixture);
        const { status, body } = await send(sender, operation, call);
        if (status >= 400) expect(body.error).toMatchObject({ code: status, message: expect.any(String) });
        else if (operation.method !== 'GET') call = undefined;
        found.push(status);
      }
      const byCaller = (statuses: readonly number[] = []) =>
        Object.fromEntries(callers.map((caller, index) => [caller, statuses[index]]));
      expect(byCaller(found)).toEqual(byCaller(expected.get(id)));
    },
  );
});

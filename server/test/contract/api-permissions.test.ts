import { beforeAll, describe, expect, it } from 'vitest';
import { anonymous, type Sender } from '../test-app.ts';
import { CASES } from './all-cases.ts';
import { OPERATIONS, createApiFixture, createCall, send } from './api-calls.ts';
import type { ApiFixture, Call } from './call-factories.ts';
import type { Statuses } from './contract-cases.ts';

const callers = [
  'none',
  'bad',
  'outs',
  'disa',
  'gues',
  'read',
  'comm',
  'edit',
  'revi',
  'crea',
  'owne',
  'admi',
];
const expected = new Map<string, Statuses>(Object.entries(CASES.permissions));

let fixture: ApiFixture;
let senders: Sender[];
beforeAll(async () => {
  fixture = await createApiFixture();
  const { outsider, disabled, guest, reader, commenter, editor, reviewer, creator, owner, admin } = fixture;
  senders = [anonymous, { token: `bnd_${'x'.repeat(43)}` }, outsider, disabled, guest, reader, commenter];
  senders.push(editor, reviewer, creator, owner, admin);
});

describe('the permissions', () => {
  it('are specified for every operation, and for no other', () => {
    expect([...expected.keys()].toSorted()).toEqual(OPERATIONS.map(({ id }) => id).toSorted());
    for (const statuses of expected.values()) expect(statuses).toHaveLength(callers.length);
  });

  it.each(OPERATIONS.map((operation) => [operation.id, operation] as const))(
    'of %s',
    async (id, operation) => {
      const allowedStatuses: number[] = [];
      let call: Call | undefined;
      for (const sender of senders) {
        // A call that was not used up can be used by the next caller.
        call ??= await createCall(operation, fixture);
        const { status, body } = await send(sender, operation, call);
        if (status >= 400) expect(body.error).toMatchObject({ code: status, message: expect.any(String) });
        else if (operation.method !== 'GET') call = undefined;
        allowedStatuses.push(status);
      }
      const byCaller = (statuses: readonly number[] = []) =>
        Object.fromEntries(callers.map((caller, index) => [caller, statuses[index]]));
      expect(byCaller(allowedStatuses)).toEqual(byCaller(expected.get(id)));
    },
  );
});

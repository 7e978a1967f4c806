import { describe, expect, it } from 'vitest';
import { createSend, runSteps, withIds, type RequestOf, type Step } from './changes.ts';

const table = {
  create: async (_path: object, body: { title: string }) => ({ id: `id of ${body.title}` }),
  rename: async (path: { id: string }, _body: { title: string }) => ({ id: path.id }),
};
type Request = RequestOf<typeof table>;

const create: Step<string, Request> = {
  request: { operation: 'create', path: {}, body: { title: 'Guides' } },
  creates: { id: 'new' },
  apply: (tree) => `${tree} create`,
};
const rename: Step<string, Request> = {
  request: { operation: 'rename', path: { id: 'new' }, body: { title: 'Help' } },
  apply: (tree) => `${tree} rename`,
};
const back: Step<string, Request> = { ...rename, request: { ...rename.request, body: { title: 'Guides' } } };

/** Creates and renames an item; the calls with these numbers fail. */
async function run(failing: readonly number[] = []) {
  const requests: Request[] = [];
  const reached: string[] = [];
  const byTable = createSend(table);
  const result = runSteps({
    tree: 'tree',
    steps: [create, rename],
    send(request) {
      requests.push(request);
      return failing.includes(requests.length) ? Promise.reject(new Error('rejected')) : byTable(request);
    },
    planRevert(tree) {
      reached.push(tree);
      return { steps: [back], isComplete: true };
    },
  });
  const outcome = await result.then(
    (ids) => ids,
    (error: unknown) => error,
  );
  return { sent: requests, reached, outcome };
}

describe('the steps of a change', () => {
  it('use the server’s ids for items that earlier steps created', async () => {
    const { sent, outcome } = await run();
    expect(sent[1]).toEqual({ operation: 'rename', path: { id: 'id of Guides' }, body: { title: 'Help' } });
    expect(outcome).toEqual(new Map([['new', 'id of Guides']]));
  });

  it('are reverted when one of them fails', async () => {
    const { sent, reached, outcome } = await run([2]);
    expect(reached).toEqual(['tree create']);
    expect(sent[2]).toEqual({ operation: 'rename', path: { id: 'id of Guides' }, body: { title: 'Guides' } });
    expect(outcome).toMatchObject({ name: 'UnitError', message: 'rejected', undone: true });
  });

  it('report if reverting fails; nothing is left if the first one fails', async () => {
    expect((await run([1])).outcome).toMatchObject({ undone: true });
    expect((await run([1])).reached).toEqual([]);
    expect((await run([2, 3])).outcome).toMatchObject({ undone: false });
  });
});

it('do not replace a text that equals an id', () => {
  const ids = new Map([['new', 'real']]);
  const request = { path: { id: 'new' }, body: { path: 'new', sections: ['new'] } };
  expect(withIds(request, ids, new Set(['path']))).toEqual({
    path: { id: 'real' },
    body: { path: 'new', sections: ['real'] },
  });
});

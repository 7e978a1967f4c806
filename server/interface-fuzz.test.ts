import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Operation } from './contract-document.ts';
import { attemptArbitrary, idArbitrary, queryArbitrary } from './test/generate-inputs.ts';
import { arrange, type Call, makeScene, type Scene, SERVED, send } from './test/interface-calls.ts';
import type { Answer } from './test/test-app.ts';
import { processorTime, recentProcessorTime } from './test/processor-time.ts';

/** Whatever is sent: an answer within two seconds, no failure of the server, and a refusal that names the place. */

/** Inputs for each operation on the embedded engine; PostgreSQL, to see that it answers alike, gets a tenth. */
const WANTED = Number(process.env.FUZZ_INPUTS ?? 100);
const INPUTS = process.env.TEST_ENGINE === 'postgres' ? Math.ceil(WANTED / 10) : WANTED;
/** More inputs may take more time, as much each as in the everyday run. */
const TIMEOUT_MS = Math.max(120_000, INPUTS * 400);
/** How they are shared out: ids get what body and query leave. */
const BODY_SHARE = 0.7;
const QUERY_SHARE = 0.7;
const SLOWEST_MS = 2000;
/** Operations that answer something else than what was sent under the same name. */
const ANSWERED_OTHERWISE = new Set(['status', 'users', 'role', 'position']);

const hasQuery = ({ query }: Operation) => Object.keys(query.properties ?? {}).length > 0;
const idsOf = ({ path }: Operation) =>
  Object.keys(path.properties ?? {}).filter((name) => name !== 'emailDomain');

/** How many inputs of each kind an operation gets. */
function sharesOf(operation: Operation): { body: number; query: number; ids: number } {
  const [asks, names] = [hasQuery(operation), idsOf(operation).length > 0];
  const body = operation.body ? Math.ceil(INPUTS * (asks || names ? BODY_SHARE : 1)) : 0;
  const query = asks ? Math.ceil((INPUTS - body) * (names ? QUERY_SHARE : 1)) : 0;
  return { body, query, ids: INPUTS - body - query };
}

interface Timed extends Answer {
  milliseconds: number;
}

async function time(act: () => Promise<Answer>): Promise<Timed> {
  const [started, processorStarted] = [performance.now(), recentProcessorTime()];
  const answer = await act();
  const passed = performance.now() - started;
  // How much of a long time was ours, and not that of others on the machine, is asked only where it was long.
  return { ...answer, milliseconds: passed < SLOWEST_MS ? passed : processorTime() - processorStarted };
}

/** What is wrong with an answer, whichever it is. One expectation for each of many thousand answers takes long enough. */
function complaintAbout({ status, body, milliseconds }: Timed): string | undefined {
  if (status >= 500) return `${status}: ${JSON.stringify(body)}`;
  if (milliseconds >= SLOWEST_MS) return `It took ${milliseconds} ms.`;
  if (status >= 400 && !body.error.message.endsWith('.')) return `Not a sentence: ${body.error.message}`;
  return undefined;
}

function check(answer: Timed, forbidden: string | undefined, place: string): void {
  if (forbidden === undefined) {
    expect(complaintAbout(answer)).toBeUndefined();
    return;
  }
  const places = (answer.body?.error?.details ?? []).map(({ path }: { path?: string }) => path ?? '');
  const isNamed = places.some((path: string) => path.startsWith(`${place}.${forbidden}`));
  const refusal = answer.status === 400 && !isNamed ? `${forbidden} is not among ${places}` : answer.status;
  expect(complaintAbout(answer) ?? refusal).toBe(400);
}

/** What was accepted must be what is answered, byte for byte, but for the case of host names. */
function checkReadBack(sent: Record<string, unknown>, { body }: Answer): void {
  const changed = Object.entries(sent).filter(([name, value]) => {
    const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
    if (!isPlain || ANSWERED_OTHERWISE.has(name) || typeof body?.[name] !== typeof value) return false;
    // Host names are the same in upper and lower case, and are kept in lower case.
    return !Object.is(body[name], name === 'hostname' ? String(value).toLowerCase() : value);
  });
  expect(changed).toEqual([]);
}

describe('whatever the body', () => {
  /** Another organization for each operation: what one leaves behind must not decide about the next. */
  let scene: Scene;
  beforeAll(async () => {
    scene = await makeScene();
  });
  const taking = SERVED.filter(({ body }) => body).map((operation) => [operation.id, operation] as const);

  it.each(taking)(
    '%s answers as it should',
    async (_id, operation) => {
      let call: Call = await arrange(operation, scene);
      let isUsed = false;
      await fc.assert(
        fc.asyncProperty(attemptArbitrary(operation, call.body ?? {}), async ({ body, forbidden }) => {
          const answer = await time(() => send(scene.admin, operation, { ...call, body: { ...body } }));
          check(answer, forbidden, 'body');
          if (answer.status === operation.status) checkReadBack(body, answer);
          if (answer.status < 300) isUsed = true;
          // What is gone or done once cannot be done again: the next one gets a thing of its own.
          if (isUsed && (answer.status === 404 || answer.status === 409)) {
            call = await arrange(operation, scene);
            isUsed = false;
          }
        }),
        { numRuns: sharesOf(operation).body },
      );
      // It still does what it does, in the organization that the next one goes on with.
      scene = await makeScene();
      const plain = await send(scene.admin, operation, await arrange(operation, scene));
      expect(plain.status, JSON.stringify(plain.body)).toBe(operation.status);
    },
    TIMEOUT_MS,
  );
});

describe('whatever the query', () => {
  const asked = SERVED.filter(hasQuery);
  let scene: Scene;
  beforeAll(async () => {
    scene = await makeScene();
  });

  it.each(asked.map((operation) => [operation.id, operation] as const))(
    '%s answers as it should',
    async (_id: string, operation: Operation) => {
      const call = await arrange(operation, scene);
      const plain: Call = { params: call.params, ...(call.body ? { body: call.body } : {}) };
      await fc.assert(
        fc.asyncProperty(queryArbitrary(operation), async ({ query, forbidden }) => {
          check(await time(() => send(scene.admin, operation, plain, query)), forbidden, 'query');
        }),
        { numRuns: sharesOf(operation).query },
      );
    },
    TIMEOUT_MS,
  );
});

describe('whatever the ids', () => {
  // Putting a specification creates it where there is none.
  const named = SERVED.filter((operation) => idsOf(operation).length > 0 && operation.id !== 'putApiSpec');
  let scene: Scene;
  beforeAll(async () => {
    scene = await makeScene();
  });

  it.each(named.map((operation) => [operation.id, operation] as const))(
    '%s finds nothing by them',
    async (_id: string, operation: Operation) => {
      const call = await arrange(operation, scene);
      const names = idsOf(operation);
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...names), idArbitrary, async (name, id) => {
          const other = { ...call, params: { ...call.params, [name]: id } };
          const answer = await time(() => send(scene.admin, operation, other));
          const isUnneeded = operation.id === 'removeRequestedReviewer' && name === 'userId';
          const isFitting = [400, 404, 414, ...(isUnneeded ? [204] : [])].includes(answer.status);
          const found = isFitting ? undefined : `${answer.status}: ${JSON.stringify(answer.body)}`;
          expect(complaintAbout(answer) ?? found).toBeUndefined();
        }),
        { numRuns: sharesOf(operation).ids },
      );
    },
    TIMEOUT_MS,
  );
});

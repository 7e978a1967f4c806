/** The heaviest requests of each kind a member can send. */
import { setTimeout as wait } from 'node:timers/promises';
import type { RunningServer } from '../../e2e/support/server.ts';
import worstInputs from '../../server/test/worst-inputs/found.json' with { type: 'json' };
import { createPlace, KINDS } from '../../server/test/worst-inputs/kinds.ts';

/** The context of a load. */
export interface LoadContext {
  server: RunningServer;
  organizationId: string;
  /** Serves a document on a local website; returns its URL. */
  publish: (content: string | Buffer, contentType: string) => string;
  /** The amount of load: 1 to measure, less to test that it works. */
  scale: number;
}

/** Sends requests, and waits for their responses. */
export type Load = (context: LoadContext) => Promise<unknown>;

interface SendResult {
  status: number;
  body: ReturnType<typeof JSON.parse>;
}

const LINES = 32_000;
const PAGE_BYTES = 9_500_000;
/** As many as an import accepts. */
const MAX_TAGS = 250_000;
/** The worst inputs that a search has found (`npm run test:deep -- worst`), each sent by four clients at once. */
const WORST_INPUTS: Record<string, Load> = Object.fromEntries(
  Object.entries(worstInputs).map(([name, genes]): [string, Load] => [
    `worst input: ${name}, 4 concurrent`,
    async (context) => {
      const organization = `/v1/orgs/${context.organizationId}`;
      const place = await createPlace(
        ({ method, path, body }) => send(context, method, path, body),
        organization,
        context.publish,
      );
      const clients = Array.from({ length: 4 }, () => KINDS[name]?.run(place, genes) ?? []);
      return Promise.all(clients);
    },
  ]),
);

/** All loads by name, in measuring order. */
export const LOADS: Readonly<Record<string, Load>> = {
  idle: () => wait(3000),
  'bodies of 9.5 MB, 16 concurrent': (context) =>
    runConcurrently(context, 16, () =>
      send(context, 'POST', `/v1/orgs/${context.organizationId}/spaces`, {
        title: 'x'.repeat(PAGE_BYTES * context.scale),
      }),
    ),
  'invalid tokens of 14 kB, 10,000': async (context) => {
    for (let offset = 0; offset < 10_000 * context.scale; offset += 50)
      await runConcurrently({ ...context, scale: 1 }, 50, (n) =>
        send(context, 'GET', '/v1/user', undefined, `${offset + n}`.padEnd(14_000, 'x')),
      );
  },
  'imports of 250,000 tags, 16 concurrent': async (context) => {
    const space = await createSpace(context);
    const url = context.publish(`<title>Tags</title>${'<p>a'.repeat(MAX_TAGS - 2)}`, 'text/html');
    return runConcurrently(context, 16, () =>
      send(context, 'POST', `${space}/content/import`, { source: 'html', url }),
    );
  },
  'PDF exports of 32,000 lines, 4 concurrent': async (context) => {
    const { changeRequest } = await createLongPage(context);
    const { body } = await send(context, 'GET', `${changeRequest}/pdf`);
    return runConcurrently(context, 4, async () => {
      const response = await fetch(body.url).catch(() => undefined);
      await response?.arrayBuffer();
    });
  },
  'merges of 32,000 lines, 4 sequential': async (context) => {
    const { space, changeRequest, page, text } = await createLongPage(context);
    await send(context, 'POST', `${changeRequest}/merge`);
    const created = [];
    for (let n = 0; n < 4; n += 1) created.push(await createChangeRequest(context, space));
    for (const [n, request] of created.entries()) {
      const markdown = text.replace(`line ${n * 50} `, `line ${n * 50} (changed) `);
      await edit(context, request, [{ operation: 'update_page', page, document: { markdown } }]);
    }
    for (const request of created) {
      await send(context, 'GET', `${request}/conflicts`);
      await send(context, 'POST', `${request}/merge`);
    }
  },
  ...WORST_INPUTS,
};

const repeatNumbered = (count: number, text: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => text(n)).join('');

const runConcurrently = (
  { scale }: LoadContext,
  count: number,
  act: (n: number) => Promise<unknown>,
): Promise<unknown> =>
  Promise.all(Array.from({ length: Math.max(1, Math.round(count * scale)) }, (_, n) => act(n)));

async function send(
  { server }: LoadContext,
  method: string,
  path: string,
  body?: unknown,
  token = server.token,
): Promise<SendResult> {
  try {
    const response = await fetch(`${server.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : undefined };
  } catch {
    return { status: 0, body: undefined };
  }
}

async function createSpace(context: LoadContext): Promise<string> {
  const { body } = await send(context, 'POST', `/v1/orgs/${context.organizationId}/spaces`, {
    title: 'Measured',
  });
  return `/v1/spaces/${body.id}`;
}

async function createChangeRequest(context: LoadContext, space: string): Promise<string> {
  const { body } = await send(context, 'POST', `${space}/change-requests`, { subject: 'Measured' });
  return `${space}/change-requests/${body.id}`;
}

const edit = (context: LoadContext, changeRequest: string, changes: unknown[]): Promise<SendResult> =>
  send(context, 'POST', `${changeRequest}/content`, { changes });

async function createLongPage(context: LoadContext) {
  const space = await createSpace(context);
  const changeRequest = await createChangeRequest(context, space);
  const text = repeatNumbered(LINES * context.scale, (n) => `- line ${n} of the **list**\n`);
  const { body } = await edit(context, changeRequest, [
    { operation: 'insert_page', title: 'Long', document: { markdown: text } },
  ]);
  return { space, changeRequest, text, page: String(body.pages[0]) };
}

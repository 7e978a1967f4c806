/** The heaviest requests of each kind a member can send. */
import type { RunningServer } from '../../e2e/support/server.ts';
import found from '../../server/test/worst-inputs/found.json' with { type: 'json' };
import { createPlace, KINDS } from '../../server/test/worst-inputs/kinds.ts';

/** The context of a load. */
export interface LoadContext {
  server: RunningServer;
  organizationId: string;
  /** A local website that imports fetch from. */
  website: string;
  /** Serves a document there; returns its URL. */
  publish: (content: string | Buffer, contentType: string) => string;
  /** The amount of load: 1 to measure, less to test that it works. */
  scale: number;
}

/** Sends requests; returns their statuses, 0 without a response. */
export type Load = (context: LoadContext) => Promise<number[]>;

interface SendResult {
  status: number;
  body: ReturnType<typeof JSON.parse>;
}

const LINES = 32_000;
const PAGE_BYTES = 9_500_000;
/** A page of 9.5 MB has more tags than an import accepts, and is rejected after fetching. */
const MAX_TAGS = 250_000;
/** The maximum that the contract allows. */
const MAX_QUERY_LENGTH = 512;

/** The pages of the website. */
export const WEBSITE: Readonly<Record<string, () => string>> = {
  '/large': () =>
    `<title>Large</title>${'<p>The <b>tide</b> comes in and goes.</p>'.repeat(PAGE_BYTES / 40)}`,
  '/tags': () => `<title>Tags</title>${'<p>a'.repeat(MAX_TAGS - 2)}`,
  '/links': () =>
    `<title>Links</title>${repeatNumbered(20_000, (n) => `<p><a href="/${n}">link ${n}</a></p>`)}`,
};

/** The worst inputs that a search has found (`npm run test:deep -- worst`), each sent by four clients at once. */
const FOUND_LOADS: Record<string, Load> = Object.fromEntries(
  Object.entries(found).map(([name, genes]): [string, Load] => [
    `found: ${name}, 4 concurrent`,
    async (context) => {
      const organization = `/v1/orgs/${context.organizationId}`;
      const place = await createPlace(
        ({ method, path, body }) => send(context, method, path, body),
        organization,
        context.publish,
      );
      const clients = Array.from({ length: 4 }, () => KINDS[name]?.run(place, genes) ?? []);
      return (await Promise.all(clients)).flat();
    },
  ]),
);

/** All loads by name, in measuring order. */
export const LOADS: Readonly<Record<string, Load>> = {
  idle: async () => {
    await new Promise((resolve) => setTimeout(resolve, 3000));
    return [];
  },
  'bodies of 9.5 MB, 16 concurrent': (context) =>
    runConcurrently(context, 16, () =>
      send(context, 'POST', `/v1/orgs/${context.organizationId}/spaces`, {
        title: 'x'.repeat(PAGE_BYTES * context.scale),
      }),
    ),
  'invalid tokens of 14 kB, 10,000': async (context) => {
    const statuses: number[] = [];
    for (let sent = 0; sent < 10_000 * context.scale; sent += 50) {
      const some = await runConcurrently({ ...context, scale: 1 }, 50, (n) =>
        send(context, 'GET', '/v1/user', undefined, `${sent + n}`.padEnd(14_000, 'x')),
      );
      statuses.push(...some);
    }
    return statuses;
  },
  'reactions of 240 kB, and 20,000 of them': async (context) => {
    const space = await createSpace(context);
    const comment = await send(context, 'POST', `${space}/comments`, { body: { markdown: 'Hello' } });
    const path = `${space}/comments/${comment.body.id}`;
    const long = { addedReactions: ['🇫'.repeat(60_000)] };
    const many = { addedReactions: Array.from({ length: 20_000 }, () => '🎉') };
    return runConcurrently(context, 8, (n) => send(context, 'PUT', path, n % 2 === 0 ? long : many));
  },
  'nested and long specifications, 8': async (context) => {
    const texts = [
      '['.repeat(20_000),
      '- '.repeat(20_000),
      repeatNumbered(100_000, (n) => `k${n}: 1\n`),
      `{"a": [${'{},'.repeat(3_000_000)}{}]}`,
    ];
    const added = await runConcurrently(context, 8, (n) =>
      send(context, 'POST', `/v1/orgs/${context.organizationId}/openapi`, {
        slug: `spec-${Date.now()}-${n}`,
        source: { text: texts[n % texts.length] },
      }),
    );
    await waitUntilProcessed(context);
    return added;
  },
  'imports of 9.5 MB, 16 concurrent': async (context) => {
    const space = await createSpace(context);
    return runConcurrently(context, 16, () => importPage(context, space, '/large'));
  },
  'imports of 250,000 tags, 16 concurrent': async (context) => {
    const space = await createSpace(context);
    return runConcurrently(context, 16, () => importPage(context, space, '/tags'));
  },
  'imports of 20,000 links, 4 concurrent': async (context) => {
    const space = await createSpace(context);
    return runConcurrently(context, 4, () => importPage(context, space, '/links'));
  },
  'PDF exports of 32,000 lines, 4 concurrent': async (context) => {
    const { changeRequest } = await createLongPage(context);
    const { body } = await send(context, 'GET', `${changeRequest}/pdf`);
    return runConcurrently(context, 4, async () => {
      const response = await fetch(body.url).catch(() => undefined);
      await response?.arrayBuffer();
      return { status: response?.status ?? 0, body: undefined };
    });
  },
  'reads of a page of 32,000 lines, 8 concurrent': async (context) => {
    const { changeRequest, page } = await createLongPage(context);
    return runConcurrently(context, 8, () => send(context, 'GET', `${changeRequest}/content/page/${page}`));
  },
  'merges of 32,000 lines, 4 sequential': async (context) => {
    const { space, changeRequest, page, text } = await createLongPage(context);
    const statuses = [(await send(context, 'POST', `${changeRequest}/merge`)).status];
    const created = [];
    for (let n = 0; n < 4; n += 1) created.push(await createChangeRequest(context, space));
    for (const [n, request] of created.entries()) {
      const markdown = text.replace(`line ${n * 50} `, `line ${n * 50} (changed) `);
      await edit(context, request, [{ operation: 'update_page', page, document: { markdown } }]);
    }
    for (const request of created) {
      statuses.push((await send(context, 'GET', `${request}/conflicts`)).status);
      statuses.push((await send(context, 'POST', `${request}/merge`)).status);
    }
    return statuses;
  },
  'longest searches, 50': (context) => {
    // As many one-letter words as fit, one long word, and one that is split into bigrams.
    const longQueries = [
      repeatNumbered(MAX_QUERY_LENGTH, (n) =>
        n % 2 === 0 ? String.fromCodePoint(97 + ((n / 2) % 26)) : ' ',
      ),
      'e'.repeat(MAX_QUERY_LENGTH),
      repeatNumbered(MAX_QUERY_LENGTH, (n) => String.fromCodePoint(0x4e00 + n)),
    ];
    return runConcurrently(context, 50, (n) => {
      const query = encodeURIComponent(longQueries[n % longQueries.length] ?? '');
      return send(context, 'GET', `/v1/orgs/${context.organizationId}/search?query=${query}`);
    });
  },
  ...FOUND_LOADS,
};

const repeatNumbered = (count: number, text: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => text(n)).join('');

async function runConcurrently(
  { scale }: LoadContext,
  count: number,
  act: (n: number) => Promise<SendResult>,
): Promise<number[]> {
  const all = Array.from({ length: Math.max(1, Math.round(count * scale)) }, (_, n) => act(n));
  return (await Promise.all(all)).map(({ status }) => status);
}

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

const importPage = (context: LoadContext, space: string, path: string): Promise<SendResult> =>
  send(context, 'POST', `${space}/content/import`, { source: 'html', url: context.website + path });

/** Waits until no specification is pending. */
async function waitUntilProcessed(context: LoadContext): Promise<void> {
  for (;;) {
    const { status, body } = await send(
      context,
      'GET',
      `/v1/orgs/${context.organizationId}/openapi?limit=100`,
    );
    const items: { processingState: string; slug: string }[] = body?.items ?? [];
    const left = items.filter(
      ({ slug, processingState }) => slug.startsWith('spec-') && processingState !== 'complete',
    );
    if (status !== 200 || left.length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

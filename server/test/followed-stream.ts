import type { FastifyInstance } from 'fastify';
import type {
  ChangeRequestEvents,
  OrganizationEvents,
  OrganizationPresence,
} from '#api/generated/types.gen.ts';
import { type Sender, sharedDatabase, startApp, type TestApp } from './test-app.ts';

type Events = ChangeRequestEvents & OrganizationEvents;
type EventName = keyof Events;

/** A block of a stream: an event, a wait before connecting again, or a comment. */
export interface Block {
  id?: string;
  event?: string;
  data?: string;
  retry?: string;
  comment?: string;
}

/** Another app on the shared database, which listens. `close` ends its streams. */
export async function listenForStreams(): Promise<TestApp & { close: () => Promise<void> }> {
  const started = await startApp({ database: await sharedDatabase() });
  const { app } = started;
  await app.listen({ host: '127.0.0.1', port: 0 });
  const close = async () => {
    await app.organizationHub.close();
    app.server.closeAllConnections();
    await started.close();
  };
  return { ...started, close };
}

/** A stream of events over a real connection, read as it arrives. */
export class FollowedStream {
  readonly response: Response;
  readonly #controller: AbortController;
  readonly #blocks: AsyncGenerator<Block, void>;

  private constructor(response: Response, controller: AbortController) {
    this.response = response;
    this.#controller = controller;
    this.#blocks = readBlocks(response);
  }

  /** @param origin of a listening server */
  static async open(
    origin: string,
    { token = '' }: Sender,
    path: string,
    lastEventId?: string,
  ): Promise<FollowedStream> {
    const controller = new AbortController();
    const headers = {
      authorization: `Bearer ${token}`,
      'accept-encoding': 'gzip, br',
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    };
    return new FollowedStream(await fetch(origin + path, { headers, signal: controller.signal }), controller);
  }

  /** The next block; undefined at the end. */
  async nextBlock(): Promise<Block | undefined> {
    const { value } = await this.#blocks.next();
    return value ?? undefined;
  }

  /** The data of the next event of a name; events of other names are passed over, and the end is an error. */
  async next<Name extends EventName>(name: Name): Promise<Required<Events>[Name]> {
    for (;;) {
      const block = await this.nextBlock();
      if (!block) throw new Error(`The stream ended before an event ${name}.`);
      if (block.event === name) return JSON.parse(block.data ?? '');
    }
  }

  /** Who is editing according to the next event: `Ada Admin: <page>`. */
  async nextEditors(): Promise<string[]> {
    const { editors } = await this.next('editors');
    return editors.map(({ page, user }) => `${user.displayName}: ${page}`);
  }

  /** Waits until these are editing. */
  async untilEditors(expected: readonly string[]): Promise<void> {
    while (JSON.stringify(await this.nextEditors()) !== JSON.stringify(expected));
  }

  /** The first list of who has something open that is as expected. */
  async untilPresent(isExpected: (presence: OrganizationPresence) => boolean): Promise<OrganizationPresence> {
    for (;;) {
      const presence = await this.next('presence');
      if (isExpected(presence)) return presence;
    }
  }

  /** Resolves with the remaining blocks when the server has ended it. */
  async rest(): Promise<Block[]> {
    const blocks: Block[] = [];
    for await (const block of this.#blocks) blocks.push(block);
    return blocks;
  }

  /** As a browser that closes the tab. */
  leave(): void {
    this.#controller.abort();
  }
}

/** The address of a listening app. */
export function originOf({ server }: FastifyInstance): string {
  const address = server.address();
  if (address === null || typeof address !== 'object') throw new Error('The app is not listening.');
  return `http://127.0.0.1:${address.port}`;
}

async function* readBlocks({ body }: Response): AsyncGenerator<Block, void> {
  let text = '';
  for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      yield parseBlock(text.slice(0, end));
      text = text.slice(end + 2);
    }
  }
}

function parseBlock(text: string): Block {
  const fields = text.split('\n').map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon) || 'comment', line.slice(colon + 1).trimStart()];
  });
  return Object.fromEntries(fields);
}

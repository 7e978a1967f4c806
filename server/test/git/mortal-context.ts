import type { KyselyPlugin } from 'kysely';
import type { SyncContext } from '#server/git-sync/git-connection.ts';
import type { Fetcher } from '#server/network/guarded-fetch.ts';

/** A server that is killed at a step: a statement, or a request before it is sent or after it was answered. */
export class MortalContext {
  readonly context: SyncContext;
  readonly #requests: Promise<unknown>[] = [];
  #left: number;

  constructor(context: SyncContext, steps: number) {
    this.#left = steps;
    const plugin: KyselyPlugin = {
      transformQuery: ({ node }) => {
        this.#step();
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const transfer: Fetcher['transfer'] = async (url, options) => {
      this.#step();
      const request = context.fetcher.transfer(url, options);
      this.#requests.push(request);
      const answer = await request;
      this.#step();
      return answer;
    };
    this.context = {
      ...context,
      db: context.db.withPlugin(plugin),
      fetcher: Object.assign((...call: Parameters<Fetcher>) => context.fetcher(...call), {
        ...context.fetcher,
        transfer,
      }),
    };
  }

  /** What was sent before arrives all the same. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#requests);
  }

  #step(): void {
    this.#left -= 1;
    if (this.#left < 0) throw new Error('The process was killed.');
  }
}

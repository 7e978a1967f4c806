import { type Kysely, type KyselyPlugin, sql } from 'kysely';
import { expect } from 'vitest';
import { DatabaseUnavailableError } from '#server/database/engine/engine-dialect.ts';
import type { Database } from '#server/database/tables/schema.ts';
import type { Fetcher } from '#server/network/guarded-fetch.ts';
import { type DeliveryContext, deliverWebhooks } from '#server/resources/webhooks/deliver-webhooks.ts';

/**
 * Sends what is due to webhooks, and ends for good after so many steps: before a claim, before a request, or after the
 * answer and before it is stored.
 */
export async function runMortalServer(
  context: Omit<DeliveryContext, 'publicUrl'>,
  steps: number,
): Promise<void> {
  let left = steps;
  const step = () => {
    left -= 1;
    if (left < 0) throw new Error('killed');
  };
  const mortalClock = {
    now: () => {
      step();
      return context.clock.now();
    },
  };
  const requests: Promise<unknown>[] = [];
  const send: Fetcher['send'] = async (url, options) => {
    step();
    const request = context.fetcher.send(url, options);
    requests.push(request);
    const answer = await request;
    step();
    return answer;
  };
  const mortal = { ...context, fetcher: { send }, clock: mortalClock, publicUrl: '' };
  await deliverWebhooks(mortal).catch((error: unknown) => expect(String(error)).toContain('killed'));
  // What it has sent arrives before the time goes on.
  await Promise.allSettled(requests);
}

/** Throws before the statement with a number, from 1, and before all later ones: the process was killed. */
export class KillBefore implements KyselyPlugin {
  #left: number;
  constructor(statement: number) {
    this.#left = statement;
  }
  transformQuery: KyselyPlugin['transformQuery'] = ({ node }) => {
    this.#left -= 1;
    if (this.#left <= 0) throw new Error('The process was killed.');
    return node;
  };
  transformResult: KyselyPlugin['transformResult'] = async ({ result }) => result;
}

/**
 * Closes all connections to the database once after the statement with a number, from 1. The embedded engine has none
 * that could break: there, the statement fails after it has run.
 */
export class CutAfter implements KyselyPlugin {
  #left: number;
  readonly #db: Kysely<Database>;
  readonly #isEmbedded: boolean;
  constructor(statement: number, { db, isEmbedded }: { db: Kysely<Database>; isEmbedded: boolean }) {
    this.#left = statement;
    this.#db = db;
    this.#isEmbedded = isEmbedded;
  }
  transformQuery: KyselyPlugin['transformQuery'] = ({ node }) => node;
  transformResult: KyselyPlugin['transformResult'] = async ({ result }) => {
    this.#left -= 1;
    if (this.#left !== 0) return result;
    if (this.#isEmbedded) throw new DatabaseUnavailableError(new Error('The connection was cut.'));
    await sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(this.#db);
    return result;
  };
}

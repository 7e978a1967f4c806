import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { unavailable } from '#server/errors.ts';

/** Whether the app still takes requests; `stop` is the first step of the way down. */
export class Readiness {
  #stopping = false;

  get isStopping(): boolean {
    return this.#stopping;
  }

  /** From now on requests are answered 503, so that a balancer sends them elsewhere. */
  stop(): void {
    this.#stopping = true;
  }
}

/** `/livez` says that the process runs, `/readyz` that it can work. */
export function registerHealth(app: FastifyInstance, readiness: Readiness): void {
  app.addHook('onRequest', async (request) => {
    if (readiness.isStopping && request.url !== '/livez') throw unavailable('The server is stopping.');
  });
  // Whoever keeps the connection would send the next request to where nobody reads it.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (readiness.isStopping) reply.header('connection', 'close');
    done(null, payload);
  });
  app.get('/livez', async () => ({ status: 'ok' }));
  app.get('/readyz', async (request) => {
    try {
      await sql`select 1`.execute(request.db);
    } catch (error) {
      request.log.error({ err: error }, 'the database is not responding');
      throw unavailable('The database is not responding.');
    }
    return { status: 'ok' };
  });
}

import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { unavailable } from '#server/errors.ts';

/** Whether the app accepts requests; `stop` is the first step of a shutdown. */
export class Readiness {
  #stopping = false;

  get isStopping(): boolean {
    return this.#stopping;
  }

  /** New requests now get 503, so that a load balancer uses another process. */
  stop(): void {
    this.#stopping = true;
  }
}

/** `/livez`: the process runs. `/readyz`: it can serve requests. */
export function registerHealth(app: FastifyInstance, readiness: Readiness): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (readiness.isStopping && request.url !== '/livez') throw unavailable('The server is stopping.');
    done();
  });
  // A kept-alive connection would send the next request to a stopped server.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (readiness.isStopping) reply.header('connection', 'close');
    done(null, payload);
  });
  app.get('/livez', async () => ({ status: 'ok' }));
  app.get('/readyz', async (request) => {
    try {
      const { rows } = await sql<{ is_standby: boolean }>`select pg_is_in_recovery() as is_standby`.execute(
        request.db,
      );
      if (rows[0]?.is_standby) throw new Error('the database is a standby');
    } catch (error) {
      request.log.error({ err: error }, 'the database is not responding');
      throw unavailable('The database is not responding.');
    }
    return { status: 'ok' };
  });
}

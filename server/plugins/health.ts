import type { FastifyInstance, FastifyReply } from 'fastify';
import { sql } from 'kysely';
import { findEventDelay } from '#server/audit/event-delay.ts';
import { type ApiError, unavailable } from '#server/base/errors.ts';
import { DiskAlmostFullError } from '#server/database/data-folder/disk-space.ts';
import type { Connection } from '#server/database/engine/connect.ts';

/** The routes for monitoring, at each host. */
export const HEALTH_ROUTE = /^\/(livez|readyz)$/;

/** Whether the app accepts requests. A shutdown has two steps: `leave`, and later `stop`. */
export class Readiness {
  #state: 'ready' | 'leaving' | 'stopping' = 'ready';

  get isLeaving(): boolean {
    return this.#state !== 'ready';
  }

  get isStopping(): boolean {
    return this.#state === 'stopping';
  }

  /** `/readyz` says 503 from now on, and everything else is answered: a load balancer needs time to notice. */
  leave(): void {
    this.#state = 'leaving';
  }

  /** New requests now get 503. */
  stop(): void {
    this.#state = 'stopping';
  }
}

/** `/livez`: the process runs. `/readyz`: it can serve requests. */
export function registerHealth(
  app: FastifyInstance,
  readiness: Readiness,
  { space, replicas }: Pick<Connection, 'space' | 'replicas'>,
): void {
  // A kept-alive connection would send the next request to a server that is no more. Streams send their headers themselves.
  const closeConnection = (reply: FastifyReply) => {
    if (readiness.isLeaving) reply.header('connection', 'close');
  };
  app.addHook('onRequest', (request, reply, done) => {
    if (readiness.isStopping && request.url !== '/livez') throw stopping();
    closeConnection(reply);
    done();
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    closeConnection(reply);
    done(null, payload);
  });
  app.get('/livez', async () => ({ status: 'ok' }));
  app.get('/readyz', async (request) => {
    if (readiness.isLeaving) throw stopping();
    if (replicas?.isPrimaryAway && replicas.canRead) return WITHOUT_PRIMARY;
    if (replicas?.refusal !== undefined)
      throw unavailable(`There is no primary, and nothing can be read ${replicas.refusal}.`);
    try {
      const { rows } = await sql<{ is_standby: boolean }>`select pg_is_in_recovery() as is_standby`.execute(
        request.db,
      );
      if (rows[0]?.is_standby) throw new Error('the database is a standby');
    } catch (error) {
      if (error instanceof DiskAlmostFullError) throw error;
      request.log.error({ err: error }, 'the database is not responding');
      // It has ended within the last second.
      if (replicas?.canRead) return WITHOUT_PRIMARY;
      throw unavailable('The database is not responding.');
    }
    // No other server has the folder: it goes on with what it can do.
    if (space?.isLow) return { status: 'read-only', message: `${new DiskAlmostFullError().message}.` };
    const delay = await findEventDelay(request.db);
    // Pages are served, and new files wait in the database.
    if (request.service.storage?.failure)
      return { status: 'without storage', message: 'Some files cannot be read.' };
    if (!delay) return { status: 'ok' };
    // The reason names other databases of the cluster: it is in the log of the server.
    return { status: 'delayed', message: `Events are ${delay.seconds} seconds behind.` };
  });
}

/** Without this server, nobody could read: no other one has a primary either. */
const WITHOUT_PRIMARY = {
  status: 'read-only',
  message: 'There is no primary: everything is read from a replica.',
};

function stopping(): ApiError {
  return unavailable('The server is stopping.');
}

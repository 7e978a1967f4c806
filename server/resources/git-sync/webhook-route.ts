import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { unauthorized } from '#server/base/errors.ts';
import { gitSecretPlace } from './git-connections.rules.ts';
import { isSignedWith } from './webhook-signature.ts';

/** The path of the webhook of a connection. */
export const GIT_WEBHOOK_PATH = '/git-webhooks';

/**
 * Takes what hosts of repositories send when something happens there. It is a hint to ask the repository soon, and nothing
 * of it is believed: a copy that is sent again begins a sync that changes nothing. An unknown connection is refused like
 * a wrong signature.
 */
export async function registerGitWebhooks(app: FastifyInstance): Promise<void> {
  await app.register(async (routes) => {
    // Signatures are of bytes; hosts send JSON or a form.
    routes.removeAllContentTypeParsers();
    routes.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

    routes.post<{ Params: { connectionId: string } }>(
      `${GIT_WEBHOOK_PATH}/:connectionId`,
      async ({ params, body, headers, db, service, clock }, reply) => {
        const connection = await db
          .selectFrom('git_connections')
          .select(['id', 'webhook_secret'])
          .where('id', '=', params.connectionId)
          .executeTakeFirst();
        const secret =
          connection &&
          service.secretKeys.decrypt(
            connection.webhook_secret,
            gitSecretPlace(connection.id, 'webhook_secret'),
          );
        const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
        if (!connection || secret === undefined || !isSignedWith(secret, bytes, headers))
          throw unauthorized(
            'The webhook has no valid signature. Enter the secret of the connection at the repository’s host.',
          );
        const now = clock.now();
        await db
          .updateTable('git_connections')
          .set({
            webhook_received_at: sql`case when id = ${connection.id} then ${now} else webhook_received_at end`,
            requested_at: sql`coalesce(requested_at, ${now})`,
            request_trigger: sql`case when requested_at is null then 'webhook' else request_trigger end`,
            next_sync_at: sql`least(next_sync_at, ${now})`,
          })
          // The spaces that a site has connected are in its repository, too.
          .where(({ eb, or }) =>
            or([eb('id', '=', connection.id), eb('site_connection_id', '=', connection.id)]),
          )
          .execute();
        return reply.code(202).send({});
      },
    );
  });
}

import type { FastifyRequest } from 'fastify';
import type { GitWebhook } from '#api/generated/types.gen.ts';
import { getConnection } from './git-connections.queries.ts';
import { type ConnectionOwner, gitSecretPlace } from './git-connections.rules.ts';
import { GIT_WEBHOOK_PATH } from './webhook-route.ts';

/** The webhook of what is connected, with its secret. */
export async function viewWebhook(
  { db, service }: Pick<FastifyRequest, 'db' | 'service'>,
  owner: ConnectionOwner,
): Promise<GitWebhook> {
  const { id, webhook_secret: secret, webhook_received_at: receivedAt } = await getConnection(db, owner);
  return {
    object: 'git-webhook',
    url: `${service.publicUrl}${GIT_WEBHOOK_PATH}/${id}`,
    secret: service.secretKeys.decrypt(secret, gitSecretPlace(id, 'webhook_secret')),
    ...(receivedAt && { receivedAt: receivedAt.toISOString() }),
  };
}

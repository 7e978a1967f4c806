import { membershipOr404, type Actor, type Membership } from '#server/access/actor.ts';
import { parseBearerToken } from '#server/access/tokens.ts';
import { unauthorized } from '#server/base/errors.ts';
import type { Handlers, OperationRequest } from '#server/contract/contract.ts';
import { findEventDatabase } from '#server/event-streams/event-ids.ts';
import { EventStream } from '#server/event-streams/event-stream.ts';

/** Following an organization. */
export const organizationEventHandlers = {
  async streamOrganizationEvents(request, reply) {
    const { actor, gone, server, params, query, headers } = request;
    // The places of both kinds of streams count together.
    reply.raw.once('close', server.changeRequestHub.reserve(actor.user.id));
    const membership = membershipOr404(actor, params.organizationId);
    // The headers alone.
    if (request.method === 'HEAD') return void reply.type('text/event-stream');
    const database = await findEventDatabase(request.db);
    reply.hijack();
    if (gone.aborted) return;
    const lastEventId = headers['last-event-id'];
    const remove = server.organizationHub.add({
      stream: new EventStream(reply.raw, reply.getHeaders()),
      membership,
      database,
      lastEventId: typeof lastEventId === 'string' ? lastEventId : undefined,
      replaySeconds: query.replaySeconds,
      authorize: () => authorizeAgain(request),
    });
    reply.raw.once('close', remove);
  },
} satisfies Handlers<'streamOrganizationEvents'>;

/** With the token and the memberships as they are now. */
async function authorizeAgain(request: OperationRequest<'streamOrganizationEvents'>): Promise<Membership> {
  const { actors, headers, params } = request;
  const token = parseBearerToken(headers.authorization);
  const actor: Actor | undefined = token === undefined ? undefined : await actors.find(token);
  if (!actor) throw unauthorized();
  return membershipOr404(actor, params.organizationId);
}

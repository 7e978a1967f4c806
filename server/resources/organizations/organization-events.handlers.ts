import { type Actor, membershipOr404 } from '#server/access/actor.ts';
import { parseBearerToken } from '#server/access/tokens.ts';
import { toUserView } from '#server/access/users.view.ts';
import { unauthorized } from '#server/base/errors.ts';
import type { Handlers, OperationRequest } from '#server/contract/contract.ts';
import { findEventDatabase } from '#server/event-streams/event-ids.ts';
import { EventStream } from '#server/event-streams/event-stream.ts';
import type { Authorized } from '#server/event-streams/follower.ts';
import { findOpenSubjects } from '#server/event-streams/open-subjects.ts';

/** Following an organization. */
export const organizationEventHandlers = {
  async streamOrganizationEvents(request, reply) {
    const { actor, gone, server, query, headers } = request;
    reply.raw.once('close', server.organizationHub.reserve(actor.user.id));
    const authorized = await authorize(request, actor);
    // The headers alone.
    if (request.method === 'HEAD') return void reply.type('text/event-stream');
    const database = await findEventDatabase(request.db);
    reply.hijack();
    if (gone.aborted) return;
    const lastEventId = headers['last-event-id'];
    const remove = server.organizationHub.add({
      ...authorized,
      stream: new EventStream(reply.raw, reply.getHeaders()),
      database,
      lastEventId: typeof lastEventId === 'string' ? lastEventId : undefined,
      replaySeconds: query.replaySeconds,
      authorize: () => authorizeAgain(request),
    });
    reply.raw.once('close', remove);
  },
} satisfies Handlers<'streamOrganizationEvents'>;

type StreamRequest = OperationRequest<'streamOrganizationEvents'>;

async function authorize({ db, params, query }: StreamRequest, actor: Actor): Promise<Authorized> {
  const membership = membershipOr404(actor, params.organizationId);
  const { id, displayName, email, photoURL } = actor.user;
  return {
    membership,
    user: toUserView({ id, display_name: displayName, email, photo_url: photoURL }),
    subjects: await findOpenSubjects(db, membership, query.open ?? []),
  };
}

/** With the token and the memberships as they are now. */
async function authorizeAgain(request: StreamRequest): Promise<Authorized> {
  const token = parseBearerToken(request.headers.authorization);
  const actor = token === undefined ? undefined : await request.actors.find(token);
  if (!actor) throw unauthorized();
  return authorize(request, actor);
}

import type { User } from '#api/generated/types.gen.ts';
import type { Actor, ActorUser } from '#server/access/actor.ts';
import { parseBearerToken } from '#server/access/tokens.ts';
import { toUserView } from '#server/access/users.view.ts';
import { notFound, unauthorized } from '#server/base/errors.ts';
import { findPage } from '#server/content/pages/page-tree.ts';
import { getRevision } from '#server/content/stored/revisions.ts';
import type { Handlers, OperationRequest } from '#server/contract/contract.ts';
import { EventStream } from '#server/event-streams/event-stream.ts';
import { loadSpace } from '../spaces/spaces.queries.ts';
import type { ChangeRequestRow } from './change-requests.queries.ts';
import { requireEditPermission } from './change-requests.rules.ts';
import { loadChangeRequest } from './content-base.ts';

/** Following a change request. */
export const eventHandlers = {
  async streamChangeRequestEvents(request, reply) {
    const { actor, gone, server } = request;
    const hub = server.changeRequestHub;
    reply.raw.once('close', hub.reserve(actor.user.id));
    const changeRequest = await authorize(request, actor);
    await requirePage(request, changeRequest);
    // The headers alone.
    if (request.method === 'HEAD') return void reply.type('text/event-stream');
    reply.hijack();
    if (gone.aborted) return;
    const remove = hub.add({
      changeRequestId: changeRequest.id,
      organizationId: changeRequest.organization_id,
      spaceId: changeRequest.space_id,
      stream: new EventStream(reply.raw, reply.getHeaders()),
      user: viewOf(actor.user),
      page: request.query.page,
      authorize: () => authorizeAgain(request),
    });
    reply.raw.once('close', remove);
  },
} satisfies Handlers<'streamChangeRequestEvents'>;

type StreamRequest = OperationRequest<'streamChangeRequestEvents'>;

/** 404 where the change request is not visible, 403 where the caller cannot edit the page. */
async function authorize({ db, params, query }: StreamRequest, actor: Actor): Promise<ChangeRequestRow> {
  const { changeRequest, level } = await loadChangeRequest({ db, actor }, params);
  if (query.page !== undefined) requireEditPermission(level);
  return changeRequest;
}

/** With the token, the memberships and the space as they are now: a change request is not deleted without its space. */
async function authorizeAgain({ db, actors, headers, params, query }: StreamRequest): Promise<User> {
  const token = parseBearerToken(headers.authorization);
  const actor = token === undefined ? undefined : await actors.find(token);
  if (!actor) throw unauthorized();
  const { level } = await loadSpace(db, actor, params.spaceId);
  if (query.page !== undefined) requireEditPermission(level);
  return viewOf(actor.user);
}

/** 404 where the page that is edited does not exist. */
async function requirePage({ db, query }: StreamRequest, changeRequest: ChangeRequestRow): Promise<void> {
  if (query.page === undefined) return;
  const { pages } = await getRevision(db, changeRequest.space_id, changeRequest.revision_id);
  if (!findPage(pages, query.page)) throw notFound('page');
}

function viewOf({ id, displayName, email, photoURL }: ActorUser): User {
  return toUserView({ id, display_name: displayName, email, photo_url: photoURL });
}

import { type Actor, membershipOr404 } from '#server/access/actor.ts';
import { parseBearerToken } from '#server/access/tokens.ts';
import { toUserView } from '#server/access/users.view.ts';
import { notFound, unauthorized } from '#server/base/errors.ts';
import { findPage } from '#server/content/pages/page-tree.ts';
import { getRevision } from '#server/content/stored/revisions.ts';
import type { Handlers, OperationRequest } from '#server/contract/contract.ts';
import { ChangeRequestStream } from '#server/event-streams/change-request-stream.ts';
import { findEventDatabase } from '#server/event-streams/event-ids.ts';
import { EventStream } from '#server/event-streams/event-stream.ts';
import type { Authorized } from '#server/event-streams/follower.ts';
import { loadSpace } from '../spaces/spaces.queries.ts';
import type { ChangeRequestRow } from './change-requests.queries.ts';
import { requireEditPermission } from './change-requests.rules.ts';
import { loadChangeRequest } from './content-base.ts';

/** Following a change request, which is a part of what its organization's stream says. */
export const eventHandlers = {
  async streamChangeRequestEvents(request, reply) {
    const { actor, gone, server } = request;
    const hub = server.organizationHub;
    reply.raw.once('close', hub.reserve(actor.user.id));
    const changeRequest = await findFollowed(request, actor);
    await requirePage(request, changeRequest);
    // The headers alone.
    if (request.method === 'HEAD') return void reply.type('text/event-stream');
    const database = await findEventDatabase(request.db);
    reply.hijack();
    if (gone.aborted) return;
    const stream = new EventStream(reply.raw, reply.getHeaders());
    const remove = hub.add({
      ...authorizedOf(request, actor, changeRequest),
      stream: new ChangeRequestStream(stream, changeRequest.id),
      database,
      lastEventId: undefined,
      replaySeconds: undefined,
      authorize: () => authorizeAgain(request, changeRequest),
    });
    reply.raw.once('close', remove);
  },
} satisfies Handlers<'streamChangeRequestEvents'>;

type StreamRequest = OperationRequest<'streamChangeRequestEvents'>;

/** 404 where the change request is not visible, 403 where the caller cannot edit the page. */
async function findFollowed({ db, params, query }: StreamRequest, actor: Actor): Promise<ChangeRequestRow> {
  const { changeRequest, level } = await loadChangeRequest({ db, actor }, params);
  if (query.page !== undefined) requireEditPermission(level);
  return changeRequest;
}

/** With the token, the memberships and the space as they are now: a change request is not deleted without its space. */
async function authorizeAgain(request: StreamRequest, changeRequest: ChangeRequestRow): Promise<Authorized> {
  const { db, actors, headers, params, query } = request;
  const token = parseBearerToken(headers.authorization);
  const actor = token === undefined ? undefined : await actors.find(token);
  if (!actor) throw unauthorized();
  const { level } = await loadSpace(db, actor, params.spaceId);
  if (query.page !== undefined) requireEditPermission(level);
  return authorizedOf(request, actor, changeRequest);
}

function authorizedOf({ query }: StreamRequest, actor: Actor, changeRequest: ChangeRequestRow): Authorized {
  const { id, displayName, email, photoURL } = actor.user;
  const { id: changeRequestId, space_id: spaceId, organization_id: organizationId } = changeRequest;
  const { page } = query;
  return {
    membership: membershipOr404(actor, organizationId),
    user: toUserView({ id, display_name: displayName, email, photo_url: photoURL }),
    subjects: [{ key: `change-request:${changeRequestId}`, spaceId, page, isEditing: page !== undefined }],
  };
}

/** 404 where the page that is edited does not exist. */
async function requirePage({ db, query }: StreamRequest, changeRequest: ChangeRequestRow): Promise<void> {
  if (query.page === undefined) return;
  const { pages } = await getRevision(db, changeRequest.space_id, changeRequest.revision_id);
  if (!findPage(pages, query.page)) throw notFound('page');
}

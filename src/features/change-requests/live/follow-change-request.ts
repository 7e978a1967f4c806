import type { QueryClient } from '@tanstack/react-query';
import { streamChangeRequestEvents } from '#api/generated/sdk.gen.ts';
import { ApiError } from '#src/api/errors.ts';
import { followWhileAttended } from '#src/api/event-stream/attention.ts';
import { EventConnection, type Missed, NoEventStreamError } from '#src/api/event-stream/event-connection.ts';
import { requestLog } from '#src/api/log/request-log.ts';
import { invalidate, type OperationId } from '#src/api/queries.ts';
import { currentUser } from '#src/api/session/session.ts';
import { editedPage, pageEditors } from '#src/domain/presence/page-editors.ts';
import { readEvent } from '#src/domain/presence/read-event.ts';
import type { ChangeRequestPath } from '../labels.ts';
import { changeRequestOf } from '../queries.ts';
import { ownChangeOf } from './own-changes.ts';
import { throttle } from './throttle.ts';

/** Screen and editor come and go together; the stream is asked for once they have. */
const settleMs = 100;
/**
 * The reads that are repeated when a stream opens for the first time: they are cheap and show whether
 * anything has changed.
 */
const changingOperations: readonly OperationId[] = [
  'getChangeRequest',
  'listReviews',
  'listRequestedReviewers',
  'listChangeRequestComments',
  'listChangeRequestCommentReplies',
];

const later = (act: () => void, milliseconds: number) => {
  const timer = setTimeout(act, milliseconds);
  return () => clearTimeout(timer);
};

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function requestStream(
  path: ChangeRequestPath,
  page: string | null,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const { data, response } = await streamChangeRequestEvents({
    path,
    ...(page !== null && { query: { page } }),
    parseAs: 'stream',
    headers: { Accept: 'text/event-stream' },
    cache: 'no-store',
    signal,
    throwOnError: true,
  });
  const body: unknown = data;
  const type = response.headers.get('Content-Type') ?? '';
  if (!type.startsWith('text/event-stream') || !(body instanceof ReadableStream))
    throw new NoEventStreamError();
  return body;
}

/**
 * Opens the stream that announces an edit of a page; without the page if it was deleted or may not be edited.
 */
async function openStream(
  path: ChangeRequestPath,
  page: string | null,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  try {
    return await requestStream(path, page, signal);
  } catch (error) {
    const isAboutPage = error instanceof ApiError && (error.status === 403 || error.status === 404);
    if (page === null || !isAboutPage) throw error;
    return requestStream(path, null, signal);
  }
}

/**
 * Follows a change request: publishes who else is editing it (`pageEditors`), and invalidates queries after
 * changes by others.
 * @param operations the queries that become outdated
 * @returns a function that ends it
 */
// oxlint-disable-next-line max-lines-per-function -- all that is started here is ended by the returned function
export function followChangeRequest(
  queryClient: QueryClient,
  path: ChangeRequestPath,
  operations: readonly OperationId[],
): () => void {
  const ofSpace = { spaceId: path.spaceId };
  const targets = operations.map((operation) =>
    ofOrganization.has(operation) ? operation : { operation, path: ofSpace },
  );
  const readAgain = throttle(() => invalidate(queryClient, ...targets), pause);
  /** Between the screen and its stream; comparing all pages again for each visit would be too much. */
  const readChanges = async () => {
    const { queryKey } = changeRequestOf(path);
    const before = queryClient.getQueryData(queryKey);
    await invalidate(queryClient, ...changingOperations.map((operation) => ({ operation, path: ofSpace })));
    if (queryClient.getQueryData(queryKey) !== before) readAgain();
  };
  const onOpen = (missed: Missed) => {
    if (missed === 'start') void readChanges();
    if (missed === 'some') readAgain();
  };

  let isOwnAwaited = false;
  /** A change of this person: in this tab, which has updated its queries, or in another window. */
  const handleOwnChange = () => {
    const ownChange = ownChangeOf(requestLog.get(), path.spaceId, Date.now());
    isOwnAwaited = ownChange === 'pending';
    if (ownChange === 'none') readAgain();
  };
  const stopWatching = requestLog.subscribe(() => {
    if (isOwnAwaited) handleOwnChange();
  });

  let openedFor: string | null = null;
  const connection = new EventConnection({
    open(signal) {
      openedFor = editedPage.get();
      return openStream(path, openedFor, signal);
    },
    onOpen,
    onEvent(streamEvent) {
      const event = readEvent(streamEvent);
      if (event?.kind === 'editors') pageEditors.set(event.editors);
      else if (event?.kind === 'change') {
        const isOwn = event.userId !== null && event.userId === currentUser()?.id;
        if (isOwn) handleOwnChange();
        else readAgain();
      }
    },
    onGone: () => pageEditors.set(null),
    clock: { now: () => Date.now(), schedule: later },
    random: () => Math.random(),
  });
  let stopFollowing = () => {};
  const cancelStart = later(() => {
    stopFollowing = followWhileAttended({
      resume: () => connection.resume(),
      pause: () => connection.pause(),
    });
  }, settleMs);
  let cancelReopen = () => {};
  const stopPage = editedPage.subscribe(() => {
    cancelReopen();
    cancelReopen = later(() => {
      if (editedPage.get() !== openedFor) connection.reopen();
    }, settleMs);
  });
  return () => {
    cancelStart();
    cancelReopen();
    stopPage();
    stopWatching();
    stopFollowing();
    connection.end();
    pageEditors.set(null);
  };
}

/** Lists over all spaces, which have no space in their paths. */
const ofOrganization: ReadonlySet<OperationId> = new Set<OperationId>([
  'listOrganizationChangeRequests',
  'countOrganizationChangeRequests',
  'listOrganizationComments',
]);

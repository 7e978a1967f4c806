import { streamChangeRequestEvents } from '#api/generated/sdk.gen.ts';
import { ApiError } from '#src/api/errors.ts';
import { followWhileAttended } from '#src/api/event-stream/attention.ts';
import { EventConnection, NoEventStreamError } from '#src/api/event-stream/event-connection.ts';
import { editedPage, pageEditors } from '#src/domain/presence/page-editors.ts';
import { readEvent } from '#src/domain/presence/read-event.ts';
import type { ChangeRequestPath } from '../labels.ts';

/** Screen and editor come and go together; the stream is asked for once they have. */
const settleMs = 100;

const later = (act: () => void, milliseconds: number) => {
  const timer = setTimeout(act, milliseconds);
  return () => clearTimeout(timer);
};

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
 * Follows a change request: publishes who else is editing it (`pageEditors`).
 *
 * @returns a function that ends it
 */
export function followChangeRequest(path: ChangeRequestPath): () => void {
  let openedFor: string | null = null;
  const connection = new EventConnection({
    open(signal) {
      openedFor = editedPage.get();
      return openStream(path, openedFor, signal);
    },
    onOpen: () => {},
    onId: () => {},
    onEvent(streamEvent) {
      const event = readEvent(streamEvent);
      if (event?.kind === 'editors') pageEditors.set(event.editors);
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
    stopFollowing();
    connection.end();
    pageEditors.set(null);
  };
}

import { createFileUpload } from '#api/generated/sdk.gen.ts';
import type { FileUpload } from '#api/generated/types.gen.ts';
import { ApiError, errorFrom } from '#src/api/errors.ts';
import { toFileName } from './upload-rules.ts';

/**
 * The server waits this long for the next part, and so does a browser whose connection was lost without
 * notice.
 */
const stallMs = 45_000;

interface Sending {
  spaceId: string;
  file: File;
  /** From an earlier attempt, if there was one. */
  upload: FileUpload | null;
  /** Called once the upload is announced. */
  onAnnounced: (upload: FileUpload) => void;
  /** Called with the number of bytes that have been sent. */
  onProgress: (bytes: number) => void;
  signal: AbortSignal;
}

/**
 * Announces a file and sends its bytes.
 *
 * @returns the id of the upload, which the file keeps
 * @throws ApiError
 */
export async function sendFile(sending: Sending): Promise<string> {
  const { spaceId, file, onAnnounced, signal } = sending;
  const upload = isUsable(sending.upload) ? sending.upload : await announce(spaceId, file, signal);
  onAnnounced(upload);
  await putBytes(upload.url, file, sending);
  return upload.id;
}

async function announce(spaceId: string, { name, size }: File, signal: AbortSignal): Promise<FileUpload> {
  const { data } = await createFileUpload({
    path: { spaceId },
    body: { name: toFileName(name), size },
    signal,
    throwOnError: true,
  });
  return data;
}

const isUsable = (upload: FileUpload | null): upload is FileUpload =>
  upload !== null && Date.parse(upload.expiresAt) > Date.now();

interface PutOptions {
  headers?: Readonly<Record<string, string>>;
  /** Called with the number of bytes that have been sent. */
  onProgress: (bytes: number) => void;
  signal: AbortSignal;
}

/**
 * Sends bytes to a signed URL, by XMLHttpRequest, as `fetch` reports no progress of uploads.
 * @throws ApiError
 */
export function putBytes(
  url: string,
  bytes: Blob,
  { headers = {}, onProgress, signal }: PutOptions,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const operation = 'PUT /uploads';
    let stalled: ReturnType<typeof setTimeout>;
    const end = (failure?: ApiError) => {
      clearTimeout(stalled);
      signal.removeEventListener('abort', abort);
      if (failure) reject(failure);
      else resolve();
    };
    const lost = (message: string) => end(new ApiError({ status: 0, message, operation }));
    const abort = () => request.abort();
    const watch = () => {
      clearTimeout(stalled);
      stalled = setTimeout(() => {
        lost('The connection to the server is too slow, or was lost.');
        request.abort();
      }, stallMs);
    };
    request.upload.addEventListener('progress', ({ loaded }) => {
      watch();
      onProgress(Math.min(loaded, bytes.size));
    });
    request.addEventListener('load', () => {
      const isDone = request.status >= 200 && request.status < 300;
      end(
        isDone
          ? undefined
          : errorFrom(request.status, new Headers(), parseJson(request.responseText), operation),
      );
    });
    request.addEventListener('error', () => lost('Couldn’t reach the server.'));
    request.addEventListener('abort', () => lost('The upload was canceled.'));
    signal.addEventListener('abort', abort);
    watch();
    request.open('PUT', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.send(bytes);
    if (signal.aborted) abort();
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

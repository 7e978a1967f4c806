import { createImportUpload, getImportUpload } from '#api/generated/sdk.gen.ts';
import type { ImportUpload } from '#api/generated/types.gen.ts';
import { ApiError, isTransient } from '#src/api/errors.ts';
import { putBytes } from '#src/domain/uploads/send-file.ts';

/** How often a lost connection is taken up again without progress. */
const maxRetries = 5;
const retryAfterMs = 2000;

interface SendOptions {
  organizationId: string;
  file: File;
  onProgress: (bytes: number) => void;
  signal: AbortSignal;
}

/**
 * Announces a file for an import and sends its bytes. After a lost connection it goes on where the server stopped
 * receiving.
 *
 * @returns the id of the upload
 * @throws ApiError
 */
export async function sendUpload({ organizationId, file, onProgress, signal }: SendOptions): Promise<string> {
  const path = { organizationId };
  const body = { name: file.name, size: file.size };
  let upload: ImportUpload = (await createImportUpload({ path, body, signal, throwOnError: true })).data;
  for (let retries = 0; ; retries += 1) {
    const { id, url, received } = upload;
    try {
      await putBytes(url, file.slice(received), {
        headers: { 'Upload-Offset': String(received) },
        onProgress: (bytes) => onProgress(received + bytes),
        signal,
      });
      return id;
    } catch (error) {
      const isLost = error instanceof ApiError && (error.status === 0 || isTransient(error));
      if (signal.aborted || !isLost || retries >= maxRetries) throw error;
      await new Promise((resolve) => setTimeout(resolve, retryAfterMs * (retries + 1)));
      upload = await findUpload({ ...path, uploadId: id }, upload);
      if (upload.received > received) retries = 0;
      if (upload.received >= upload.size) return id;
    }
  }
}

/** The upload as the server has it; as it was known while the server can't be reached. */
async function findUpload(
  path: { organizationId: string; uploadId: string },
  before: ImportUpload,
): Promise<ImportUpload> {
  try {
    return (await getImportUpload({ path, throwOnError: true })).data;
  } catch (error) {
    if (error instanceof ApiError && isTransient(error)) return before;
    throw error;
  }
}

import type { File } from '#api/generated/types.gen.ts';
import type { ServiceSettings } from '#server/base/service-settings.ts';
import { signUrl } from '#server/base/signed-url.ts';
import { bytesIdOf, type StoredFileRef } from './storage.ts';

/** With a download URL that is valid for an hour; `metadata`: and with its path in a repository. */
export function toFileView(file: StoredFileRef, service: ServiceSettings, now: Date, metadata = true): File {
  const { id, name, contentType, size, width, height, git } = file;
  return {
    id,
    name,
    contentType,
    size,
    downloadURL: signUrl(service, `/files/${bytesIdOf(file)}`, now, { name }),
    ...(width !== null && height !== null && { dimensions: { width, height } }),
    ...(metadata && git && { git }),
  };
}

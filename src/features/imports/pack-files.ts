import { Zip, ZipPassThrough } from 'fflate';
import type { PickedFile } from '#src/domain/uploads/picked-files.ts';

/** Formats that are sent as they are: archives and documents. */
const sentAsIs = /\.(zip|docx)$/i;

/** Whether a choice is one file that needs no archive around it. */
export const isSentAsIs = ([first, second]: readonly PickedFile[]): boolean =>
  first !== undefined && second === undefined && (sentAsIs.test(first.path) || !first.path.includes('/'));

/**
 * One file to send: the only one, or an archive of all with their paths, which keeps thousands of files of a folder
 * together. The archive is not compressed, so that packing takes no longer than reading; browsers keep such parts on
 * disk.
 */
export async function packFiles(
  files: readonly PickedFile[],
  { name, onPacked, signal }: { name: string; onPacked: (bytes: number) => void; signal: AbortSignal },
): Promise<File> {
  const [only] = files;
  if (only && isSentAsIs(files)) return only.file;
  let chunks: Uint8Array<ArrayBuffer>[] = [];
  const parts: Blob[] = [];
  let failure: Error | null = null;
  const zip = new Zip((error, chunk) => {
    if (error) failure = error;
    // A copy: the packer reuses its buffer.
    else chunks.push(new Uint8Array(chunk));
  });
  let bytes = 0;
  for (const { path, file } of files) {
    const entry = new ZipPassThrough(path);
    zip.add(entry);
    const reader = file.stream().getReader();
    for (;;) {
      signal.throwIfAborted();
      const { done, value } = await reader.read();
      if (done) break;
      entry.push(value);
      bytes += value.length;
      onPacked(bytes);
      if (chunks.length > 100) {
        parts.push(new Blob(chunks));
        chunks = [];
      }
    }
    entry.push(new Uint8Array(0), true);
    if (failure) throw failure;
  }
  zip.end();
  return new File([...parts, ...chunks], `${name || 'files'}.zip`, { type: 'application/zip' });
}

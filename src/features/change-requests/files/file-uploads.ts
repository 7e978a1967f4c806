import type { QueryClient } from '@tanstack/react-query';
import { editChangeRequestContent } from '#api/generated/sdk.gen.ts';
import type { ContentEdit } from '#api/generated/types.gen.ts';
import { ApiError, isTransient } from '#src/api/errors.ts';
import { sendOptional } from '#src/api/optional-requests.ts';
import { invalidate } from '#src/api/queries.ts';
import { toast } from '#src/components/toasts/toasts.ts';
import { type Upload, UploadQueue } from '#src/domain/uploads/upload-queue.ts';
import { findProblem, maxFilesAtOnce } from '#src/domain/uploads/upload-rules.ts';
import { announce } from '#src/ui/browser/live-region.tsx';
import type { ChangeRequestPath } from '../labels.ts';
import { changeRequestInvalidations } from '../queries.ts';
import type { FileChange } from '../views/files.tsx';

/** Files on their way into a change request: each becomes a file of it, or replaces one, as soon as its bytes are on the server. */
export class FileUploads {
  readonly queue: UploadQueue;
  readonly #path: ChangeRequestPath;
  readonly #queryClient: QueryClient;
  /** The files that uploads replace. */
  readonly #replaced = new Map<number, FileChange>();
  /** Edits that may have reached the server. */
  readonly #unanswered = new Set<number>();

  constructor(path: ChangeRequestPath, queryClient: QueryClient) {
    this.#path = path;
    this.#queryClient = queryClient;
    this.queue = new UploadQueue({ spaceId: path.spaceId, onSent: (upload) => this.#use(upload) });
  }

  /** Uploads files, or the one that replaces a file; what is refused is said. */
  add(files: readonly File[], replaced?: FileChange): void {
    const problems = files.flatMap((file) => findProblem(file) ?? []);
    const acceptedFiles = files.filter((file) => findProblem(file) === undefined);
    const keys = this.queue.add(acceptedFiles, (key) => replaced && this.#replaced.set(key, replaced));
    if (keys.length < acceptedFiles.length)
      problems.push(`At most ${maxFilesAtOnce} files can be uploaded at the same time.`);
    if (problems.length > 0) toast(problems.join(' '), { tone: 'error', durationMs: Infinity });
  }

  async #use({ key, file, fileId }: Upload & { fileId: string }): Promise<void> {
    const replaced = this.#replaced.get(key);
    const change: ContentEdit = replaced
      ? {
          operation: 'update_file',
          file: replaced.id,
          upload: fileId,
          name: nameWithTypeOf(replaced.name, file.name),
        }
      : { operation: 'insert_file', upload: fileId };
    try {
      await sendOptional(this.#queryClient, 'editChangeRequestContent', () =>
        editChangeRequestContent({ path: this.#path, body: { changes: [change] }, throwOnError: true }),
      );
    } catch (error) {
      const isUsed = error instanceof ApiError && error.status === 400 && this.#unanswered.has(key);
      if (!isUsed) {
        if (isTransient(error)) this.#unanswered.add(key);
        throw error;
      }
    }
    this.queue.remove(key);
    announce(replaced ? `Replaced ${replaced.name}` : `Added ${file.name}`);
    await Promise.all([
      invalidate(this.#queryClient, ...changeRequestInvalidations),
      this.#queryClient.invalidateQueries({ queryKey: ['changed-file'] }),
    ]);
  }
}

/** The name of a file whose bytes are replaced: it stays, with the extension of the new file. */
export function nameWithTypeOf(name: string, replacement: string): string {
  const extension = /\.[^.]+$/;
  const next = extension.exec(replacement)?.[0];
  const current = extension.exec(name)?.[0];
  if (next === undefined || next.toLowerCase() === current?.toLowerCase()) return name;
  return (current === undefined ? name : name.slice(0, -current.length)) + next;
}

const uploadsByChange = new Map<string, FileUploads>();

/** The uploads of a change request: they go on after its screen is left. */
export function fileUploadsOf(path: ChangeRequestPath, queryClient: QueryClient): FileUploads {
  const key = `${path.spaceId} ${path.changeRequestId}`;
  const uploads = uploadsByChange.get(key) ?? new FileUploads(path, queryClient);
  uploadsByChange.set(key, uploads);
  return uploads;
}

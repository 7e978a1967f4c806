import type { FileUpload } from '#api/generated/types.gen.ts';
import { ApiError, errorMessage, isTransient } from '#src/api/errors.ts';
import { session } from '#src/api/session/session.ts';
import { createStore } from '#src/lib/store.ts';
import { sendFile } from './send-file.ts';
import { maxFilesAtOnce } from './upload-rules.ts';

export type UploadStatus =
  /** For others before it. */
  | 'waiting'
  | 'sending'
  /** The bytes are on the server; what uses the file is not saved yet. */
  | 'sent'
  | 'failed';

export interface Upload {
  /** Of this tab. */
  key: number;
  file: File;
  status: UploadStatus;
  /** Bytes sent so far. */
  sent: number;
  /** Why it failed, as a sentence. */
  problem?: string;
  /** Once it is sent: the id of the upload, and of the file that an edit makes of it. */
  fileId?: string;
}

/** As many as the server receives of one person at a time. */
const maxSending = 2;
const retryAfterMs = [2000, 5000, 15_000, 30_000];
/** The screen need not change with every packet. */
const progressMs = 100;

let lastKey = 0;

interface QueueOptions {
  spaceId: string;
  /** The bytes are on the server: uses the file. If this rejects, the upload has failed, and a retry only does this again. */
  onSent: (upload: Upload & { fileId: string }) => Promise<void> | void;
}

/** Uploads files two at a time. Uploads that fail without a connection are retried while the tab is open. */
export class UploadQueue {
  readonly uploads = createStore<readonly Upload[]>([]);
  readonly #options: QueueOptions;
  readonly #announced = new Map<number, FileUpload>();
  readonly #sending = new Map<number, AbortController>();
  readonly #failures = new Map<number, number>();
  readonly #timers = new Map<number, ReturnType<typeof setTimeout>>();
  #stopWatching: (() => void) | null = null;

  constructor(options: QueueOptions) {
    this.#options = options;
  }

  /**
   * Adds files, which may be sent.
   *
   * @param onAdded called with each key before anything is sent
   * @returns the keys of their uploads; none if they are too many
   */
  add(files: readonly File[], onAdded?: (key: number) => void): number[] {
    if (this.uploads.get().length + files.length > maxFilesAtOnce) return [];
    const added = files.map((file): Upload => ({ key: ++lastKey, file, status: 'waiting', sent: 0 }));
    for (const { key } of added) onAdded?.(key);
    this.uploads.set((uploads) => [...uploads, ...added]);
    this.#watch();
    this.#sendNext();
    return added.map(({ key }) => key);
  }

  /** Cancels an upload, or forgets one that is done. */
  remove(key: number): void {
    this.uploads.set((uploads) => uploads.filter((upload) => upload.key !== key));
    this.#sending.get(key)?.abort();
    clearTimeout(this.#timers.get(key));
    for (const map of [this.#announced, this.#failures, this.#timers]) map.delete(key);
    if (this.uploads.get().length === 0) this.#stopWatching?.();
    this.#sendNext();
  }

  /** Sends what failed again. */
  retry(key: number): void {
    if (this.#find(key)?.status !== 'failed') return;
    clearTimeout(this.#timers.get(key));
    this.#change(key, { status: 'waiting' });
    this.#sendNext();
  }

  #find(key: number): Upload | undefined {
    return this.uploads.get().find((upload) => upload.key === key);
  }

  #change(key: number, changed: Partial<Upload>): void {
    this.uploads.set((uploads) =>
      uploads.map((upload) => (upload.key === key ? { ...upload, ...changed } : upload)),
    );
  }

  /** Goes on when the connection or the session is back, and asks before the tab is closed. */
  #watch(): void {
    if (this.#stopWatching) return;
    const retryAll = () => {
      for (const { key } of this.uploads.get()) if (this.#timers.has(key)) this.retry(key);
    };
    const stopSession = session.state.subscribe(() => {
      if (session.state.get().status === 'signed-in') retryAll();
    });
    const askBeforeLeaving = (event: BeforeUnloadEvent) => {
      if (this.uploads.get().some(({ status }) => status !== 'sent')) event.preventDefault();
    };
    window.addEventListener('online', retryAll);
    window.addEventListener('beforeunload', askBeforeLeaving);
    this.#stopWatching = () => {
      stopSession();
      window.removeEventListener('online', retryAll);
      window.removeEventListener('beforeunload', askBeforeLeaving);
      this.#stopWatching = null;
    };
  }

  #sendNext(): void {
    for (const upload of this.uploads.get()) {
      if (this.#sending.size >= maxSending) return;
      if (upload.status === 'waiting' && !this.#sending.has(upload.key)) void this.#send(upload);
    }
  }

  async #send({ key, file, fileId }: Upload): Promise<void> {
    const controller = new AbortController();
    this.#sending.set(key, controller);
    this.#timers.delete(key);
    this.#change(key, { status: 'sending' });
    try {
      const id = fileId ?? (await this.#sendBytes(key, file, controller.signal));
      this.#change(key, { fileId: id, sent: file.size });
      const upload = this.#find(key);
      if (upload) {
        await this.#options.onSent({ ...upload, fileId: id });
        this.#change(key, { status: 'sent' });
      }
    } catch (error) {
      this.#fail(key, error);
    } finally {
      this.#sending.delete(key);
      this.#sendNext();
    }
  }

  #sendBytes(key: number, file: File, signal: AbortSignal): Promise<string> {
    let shownAt = 0;
    return sendFile({
      spaceId: this.#options.spaceId,
      file,
      upload: this.#announced.get(key) ?? null,
      onAnnounced: (upload) => this.#announced.set(key, upload),
      onProgress: (sent) => {
        const now = performance.now();
        if (now - shownAt < progressMs) return;
        shownAt = now;
        this.#change(key, { sent });
      },
      signal,
    });
  }

  #fail(key: number, error: unknown): void {
    if (!this.#find(key)) return;
    const status = error instanceof ApiError ? error.status : null;
    // The address is no longer valid: another attempt gets a new one.
    if (status === 403 || status === 404) this.#announced.delete(key);
    this.#change(key, { status: 'failed', sent: 0, problem: problemOf(error) });
    const isTemporary = isTransient(error) || status === 401 || status === 408;
    if (!isTemporary) return;
    const failures = this.#failures.get(key) ?? 0;
    this.#failures.set(key, failures + 1);
    const afterMs = retryAfterMs[Math.min(failures, retryAfterMs.length - 1)];
    this.#timers.set(
      key,
      setTimeout(() => this.retry(key), afterMs),
    );
  }
}

/** An upload without a response changed nothing, although messages of other requests say otherwise. */
function problemOf(error: unknown): string {
  if (!(error instanceof ApiError) || error.status !== 0) return errorMessage(error);
  return navigator.onLine ? 'No connection to the server.' : 'You’re offline.';
}

import { ApiError } from './errors.ts';

/** Bytes from `start` to before `end`. */
export interface ByteRange {
  start: number;
  end: number;
}

/** What is sent to a storage. */
export interface NewObject {
  bytes: number;
  /** SHA-256 as hexadecimal: the storage refuses other bytes. */
  sha256: string;
  /** Begins again at each call. */
  open: () => AsyncIterable<Uint8Array>;
}

/** Objects by key, outside of the database. Every method throws `StorageError`. */
export interface ObjectStorage {
  /** For people: without its key. */
  readonly address: string;
  /** The last request failed; undefined once one has succeeded. */
  readonly failure: { at: Date; reason: string } | undefined;
  /** Requests since the start. */
  readonly counts: Readonly<Record<'ok' | 'failed', number>>;
  put(key: string, object: NewObject): Promise<void>;
  read(key: string, range: ByteRange): AsyncGenerator<Buffer>;
  /** Does nothing if there is no such object. */
  delete(key: string): Promise<void>;
  /** Whether it can be read and written. */
  check(): Promise<void>;
}

/** 503: the storage does not answer, or refuses. `reason` is for operators: it may name the storage. */
export class StorageError extends ApiError {
  readonly reason: string;
  /** Whether the same request may succeed in a moment. */
  readonly isPassing: boolean;

  constructor(reason: string, { isPassing = false, cause }: { isPassing?: boolean; cause?: unknown } = {}) {
    super(503, 'The storage of files is not available. Try again in a minute.', [], { 'retry-after': '60' });
    this.reason = reason;
    this.isPassing = isPassing;
    this.cause = cause;
  }
}

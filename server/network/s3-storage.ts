import { AwsV4Signer } from 'aws4fetch';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { Agent, Dispatcher } from 'undici';
import {
  type ByteRange,
  type NewObject,
  type ObjectStorage,
  StorageError,
} from '#server/base/object-storage.ts';
import { parseUrl } from '#server/base/parse-url.ts';
import { trimEndSlashes } from '#server/base/trim-slashes.ts';

const SECOND_MS = 1000;
const CONNECT_MS = 5 * SECOND_MS;
/** Until a storage begins to answer, or goes on. */
const ANSWER_MS = 30 * SECOND_MS;
/** So often a request is sent in all. */
const ATTEMPTS = 3;
const RETRY_MS = 200;
/** Of an error that is told to operators. */
const MAX_ERROR_BYTES = 4096;
/** The largest object of one request, in storages that keep to the documentation. */
const MAX_OBJECT_BYTES = 5 * 1024 ** 3;
const EMPTY_SHA256 = createHash('sha256').digest('hex');
const MISSING = ' NoSuchKey';
const PROBE = 'bindery.txt';

/** A bucket, or a folder in one, with the key that opens it. */
export interface StorageLocation {
  /** Without key; ends with a slash. */
  url: string;
  region: string;
  accessKey: string;
  secretKey: string;
}

/** Of `https://KEY:SECRET@host/bucket/folder?region=…`; undefined for any other text. */
export function parseStorageUrl(text: string): StorageLocation | undefined {
  const url = parseUrl(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.hash !== '') return undefined;
  const parameters = [...url.searchParams.keys()].filter((name) => name !== 'region');
  const path = trimEndSlashes(url.pathname);
  if (parameters.length > 0 || !/^(\/[\w.-]+)+$/.test(path) || url.username === '' || url.password === '')
    return undefined;
  try {
    return {
      url: `${url.origin}${path}/`,
      region: url.searchParams.get('region') ?? 'us-east-1',
      accessKey: decodeURIComponent(url.username),
      secretKey: decodeURIComponent(url.password),
    };
  } catch {
    return undefined;
  }
}

interface Sending {
  method: 'GET' | 'PUT' | 'DELETE';
  key: string;
  range?: ByteRange | undefined;
  object?: NewObject;
}

type Answer = Pick<Dispatcher.ResponseData, 'statusCode' | 'body'>;

/** A storage that speaks S3, with paths that begin with the bucket. Requests are signed; bodies, too, so that it notices other bytes. */
export class S3Storage implements ObjectStorage {
  readonly address: string;
  readonly counts = { ok: 0, failed: 0 };
  readonly #location: StorageLocation;
  readonly #derivedKeys = new Map<string, ArrayBuffer>();
  #agent: Agent | undefined;
  #failure: { at: Date; reason: string } | undefined;

  constructor(location: StorageLocation) {
    this.#location = location;
    this.address = location.url;
  }

  get failure(): { at: Date; reason: string } | undefined {
    return this.#failure;
  }

  async put(key: string, object: NewObject): Promise<void> {
    if (object.bytes > MAX_OBJECT_BYTES)
      throw new StorageError(
        `an object of ${object.bytes} bytes is larger than the 5 GiB that storages take at once`,
      );
    const { body } = await this.#send({ method: 'PUT', key, object });
    await this.#noting(body.dump());
  }

  /** A response that breaks off is asked for again from there on. */
  async *read(key: string, { start, end }: ByteRange): AsyncGenerator<Buffer> {
    let at = start;
    for (let failures = 0; at < end;) {
      const { body } = await this.#send({ method: 'GET', key, range: { start: at, end } });
      try {
        for await (const piece of body) {
          at += piece.length;
          yield piece;
        }
        if (at < end) throw new Error(`the object ${key} ends at ${at} instead of ${end}`);
      } catch (error) {
        failures += 1;
        if (failures === ATTEMPTS) throw this.#failed(error);
      }
    }
  }

  async delete(key: string): Promise<void> {
    const { body } = await this.#send({ method: 'DELETE', key });
    await this.#noting(body.dump());
  }

  async check(): Promise<void> {
    const text = Buffer.from('Bindery checks with this object that it can write here.\n');
    await this.put(PROBE, { bytes: text.length, sha256: sha256Of(text), open: () => Readable.from([text]) });
    const read: Buffer[] = [];
    for await (const piece of this.read(PROBE, { start: 0, end: text.length })) read.push(piece);
    if (!Buffer.concat(read).equals(text))
      throw this.#failed(new StorageError('it returns other bytes than it was sent'));
  }

  async #send(sending: Sending): Promise<Answer> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const answer = await this.#sendOnce(sending);
        this.counts.ok += 1;
        this.#failure = undefined;
        return answer;
      } catch (error) {
        const failure = this.#failed(error);
        if (!failure.isPassing || attempt === ATTEMPTS) throw failure;
        await pause(RETRY_MS * attempt);
      }
    }
  }

  async #sendOnce({ method, key, range, object }: Sending): Promise<Answer> {
    const { Agent, request } = await import('undici');
    this.#agent ??= new Agent({
      connect: { timeout: CONNECT_MS },
      headersTimeout: ANSWER_MS,
      bodyTimeout: ANSWER_MS,
    });
    const url = `${this.#location.url}${key}`;
    const headers = await this.#sign(method, url, object?.sha256 ?? EMPTY_SHA256);
    if (range) headers.range = `bytes=${range.start}-${range.end - 1}`;
    if (object) headers['content-length'] = String(object.bytes);
    const { statusCode, body } = await request(url, {
      method,
      headers,
      body: object ? Readable.from(object.open(), { objectMode: false }) : null,
      dispatcher: this.#agent,
    });
    if (statusCode === (range ? 206 : 200) || statusCode === 204) return { statusCode, body };
    const text = await readError(body);
    if (method === 'DELETE' && statusCode === 404) return { statusCode, body };
    throw new StorageError(describeRefusal(statusCode, text), {
      isPassing: statusCode >= 500 || statusCode === 429,
    });
  }

  async #sign(method: string, url: string, sha256: string): Promise<Record<string, string>> {
    const { accessKey, secretKey, region } = this.#location;
    const signer = new AwsV4Signer({
      method,
      url,
      headers: { 'x-amz-content-sha256': sha256 },
      accessKeyId: accessKey,
      secretAccessKey: secretKey,
      service: 's3',
      region,
      cache: this.#derivedKeys,
    });
    const signed = await signer.sign();
    return Object.fromEntries(signed.headers);
  }

  /** Notes a failure; returns it as the error that callers get. */
  #failed(error: unknown): StorageError {
    const failure =
      error instanceof StorageError
        ? error
        : new StorageError(reasonOf(error), { isPassing: !isSilence(error), cause: error });
    this.counts.failed += 1;
    // One object that is missing says nothing of the others.
    if (!failure.reason.includes(MISSING)) this.#failure = { at: new Date(), reason: failure.reason };
    return failure;
  }

  async #noting(work: Promise<unknown>): Promise<void> {
    try {
      await work;
    } catch (error) {
      throw this.#failed(error);
    }
  }
}

const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

async function readError(body: AsyncIterable<Buffer>): Promise<string> {
  let text = '';
  for await (const piece of body) {
    text += piece.toString();
    if (text.length > MAX_ERROR_BYTES) break;
  }
  return text;
}

/** `403 SignatureDoesNotMatch`, with the words of the storage where it has some. */
function describeRefusal(status: number, text: string): string {
  const partOf = (name: string) => new RegExp(`<${name}>([^<]{1,300})</${name}>`).exec(text)?.[1];
  const code = partOf('Code');
  const message = partOf('Message');
  return `it answers ${status}${code === undefined ? '' : ` ${code}`}${message === undefined ? '' : ` (${message})`}`;
}

/** A storage that says nothing for so long is not asked again by the same caller, who has waited long enough. */
const isSilence = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'UND_ERR_HEADERS_TIMEOUT';

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors[0]) return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}

import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a request meets instead of the storage. */
export type StorageFault =
  | { kind: 'away' }
  | { kind: 'full' }
  | { kind: 'busy'; times: number }
  | { kind: 'cut'; afterBytes: number; times: number }
  | { kind: 'damage' };

const REGION = 'test-1';
const ACCESS_KEY = 'key of the tests';
const SECRET_KEY = 'a secret/with+signs';
const MAX_SKEW_MS = 15 * 60_000;
const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');

/**
 * A storage on this machine that speaks as much S3 as the server does. It computes signatures by the documentation, without
 * the library of the server, and compares every body with its digest.
 */
export class S3Server {
  readonly objects = new Map<string, Buffer>();
  /** Of refused requests. */
  readonly refusals: string[] = [];
  fault: StorageFault | undefined;
  readonly #server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => this.#answer(request, response, Buffer.concat(chunks)));
  });

  static async start(): Promise<S3Server> {
    const storage = new S3Server();
    await new Promise<void>((resolve) => storage.#server.listen(0, '127.0.0.1', resolve));
    return storage;
  }

  /** As an operator writes it into FILES_URL. */
  get url(): string {
    return this.urlWith(SECRET_KEY);
  }

  urlWith(secret: string): string {
    const address = this.#server.address() as AddressInfo;
    const key = `${encodeURIComponent(ACCESS_KEY)}:${encodeURIComponent(secret)}`;
    return `http://${key}@127.0.0.1:${address.port}/bucket/folder?region=${REGION}`;
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
    });
  }

  #answer(request: IncomingMessage, response: ServerResponse, body: Buffer): void {
    const { fault } = this;
    const refuse = (status: number, code: string) => {
      this.refusals.push(code);
      response.writeHead(status).end(`<Error><Code>${code}</Code><Message>Refused here.</Message></Error>`);
    };
    if (fault?.kind === 'away') return void request.socket.destroy();
    if (fault?.kind === 'busy' && fault.times > 0) {
      fault.times -= 1;
      return refuse(503, 'SlowDown');
    }
    const problem = checkSignature(request, body);
    if (problem !== undefined) return refuse(problem === 'XAmzContentSHA256Mismatch' ? 400 : 403, problem);
    const key = (request.url ?? '').replace('/bucket/folder/', '');
    if (request.method === 'PUT' && fault?.kind === 'full') return refuse(507, 'InsufficientStorage');
    if (request.method === 'PUT') {
      this.objects.set(key, body);
      return void response.writeHead(200).end();
    }
    if (request.method === 'DELETE') {
      this.objects.delete(key);
      return void response.writeHead(204).end();
    }
    const object = this.objects.get(key);
    if (!object) return refuse(404, 'NoSuchKey');
    this.#send(request, response, object);
  }

  #send(request: IncomingMessage, response: ServerResponse, object: Buffer): void {
    const { fault } = this;
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    const part = Buffer.from(first === undefined ? object : object.subarray(Number(first), Number(last) + 1));
    if (fault?.kind === 'damage' && part.length > 0) part[0] = (part[0] ?? 0) ^ 1;
    response.writeHead(first === undefined ? 200 : 206, { 'content-length': part.length });
    if (fault?.kind === 'cut' && fault.times > 0 && part.length > fault.afterBytes) {
      fault.times -= 1;
      response.write(part.subarray(0, fault.afterBytes), () => response.destroy());
    } else response.end(part);
  }
}

/** The code of what is wrong with the signature of a request (version 4, in its headers); undefined for nothing. */
function checkSignature(request: IncomingMessage, body: Buffer): string | undefined {
  const { headers, method = '', url = '' } = request;
  const time = String(headers['x-amz-date']);
  const digest = String(headers['x-amz-content-sha256']);
  const [, credential = '', names = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=(.+), SignedHeaders=(.+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  const day = time.slice(0, 8);
  const scope = `${day}/${REGION}/s3/aws4_request`;
  if (credential !== `${ACCESS_KEY}/${scope}`) return 'InvalidAccessKeyId';
  const sent = Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!(Math.abs(Date.now() - sent) < MAX_SKEW_MS)) return 'RequestTimeTooSkewed';
  const canonical = [
    method,
    url.split('?', 1)[0],
    '',
    ...names.split(';').map((name) => `${name}:${String(headers[name])}`),
    '',
    names,
    digest,
  ].join('\n');
  const sign = (key: Buffer | string, text: string): Buffer =>
    createHmac('sha256', key).update(text).digest();
  const key = [day, REGION, 's3', 'aws4_request'].reduce<Buffer | string>(sign, `AWS4${SECRET_KEY}`);
  const expected = sign(key, ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')).toString('hex');
  if (signature !== expected) return 'SignatureDoesNotMatch';
  return digest === sha256(body) ? undefined : 'XAmzContentSHA256Mismatch';
}

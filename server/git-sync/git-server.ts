import type { GitHttpRequest, GitHttpResponse } from 'isomorphic-git';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import type { Fetcher } from '#server/network/guarded-fetch.ts';
import { PackAnswer, PushReport } from './git-answers.ts';
import { type GitRemote, GitSyncError } from './git-connection.ts';
import { isBranchName, isObjectId, NO_OBJECT } from './object-ids.ts';
import { FLUSH, toPacket } from './packet-lines.ts';
import { checkAddress, MAX_PACK_BYTES, notGit, statusError, toSyncError } from './server-problems.ts';

const MEBIBYTE = 1024 * 1024;
/** Lists of branches, and answers to pushes. */
const MAX_ANSWER_BYTES = 16 * MEBIBYTE;
const LONG_LIST = 'The server lists more branches than fit into 16 MiB. Synchronize another repository.';
/** The addresses of some files; read at once, while nothing else is done. */
const MAX_ADDRESSES_BYTES = 2 * MEBIBYTE;
const ANSWER_MS = 30_000;
const PACK_MS = 15 * 60_000;
const MAX_REDIRECTS = 3;
const AGENT = 'git/bindery';
const LFS_JSON = 'application/vnd.git-lfs+json';

/** A branch, or HEAD with the branch that it names. */
export interface ServerRef {
  ref: string;
  oid: string;
  target?: string | undefined;
}

export interface PackRequest {
  /** The commit to receive. */
  wanted: string;
  /** Commits that are present, with everything that they lead to. */
  present: readonly string[];
  /** Of those, the ones whose parents are not. */
  shallow: readonly string[];
  /** Whether only the commit itself is wanted, without its history. */
  isShallow: boolean;
  /** Where the pack is written. */
  file: string;
}

/** A server of repositories, over HTTP. Nothing but the fetcher connects, and the token is in the headers of its requests alone. */
export class GitServer {
  readonly #fetcher: Fetcher;
  readonly #signal: AbortSignal | undefined;
  readonly #authorization: Record<string, string>;
  /** After redirects. */
  #base: string;
  #isOtherOrigin = false;
  /** Of all answers, as they were before they were unpacked. */
  bytesReceived = 0;

  constructor(fetcher: Fetcher, remote: GitRemote, signal?: AbortSignal) {
    this.#fetcher = fetcher;
    this.#signal = signal;
    this.#base = checkAddress(fetcher, remote.url);
    const { credentials } = remote;
    this.#authorization = credentials
      ? {
          authorization: `Basic ${Buffer.from(`${credentials.username ?? 'git'}:${credentials.token}`).toString('base64')}`,
        }
      : {};
  }

  /** The branches of the repository, or other names with a prefix; and HEAD. */
  async listRefs(prefix = 'refs/heads/'): Promise<ServerRef[]> {
    // Loaded on first use: most servers synchronize nothing.
    const { default: git } = await import('isomorphic-git');
    const url = this.#base;
    // The first request of the library may have been redirected: the next ones go there, too.
    const http = {
      request: (request: GitHttpRequest) =>
        this.#answer({ ...request, url: this.#base + request.url.slice(url.length) }),
    };
    const peelTags = prefix.startsWith('refs/tags/');
    const list = async (part: string) =>
      git.listServerRefs({ http, url, prefix: part, symrefs: true, peelTags, protocolVersion: 2 });
    try {
      const refs = [...(await list('HEAD')), ...(prefix === 'HEAD' ? [] : await list(prefix))];
      const isRef = ({ ref }: { ref: string }) => ref === 'HEAD' || ref.startsWith(prefix);
      const named = new Map(
        // Of an annotated tag, its commit.
        refs.filter(isRef).map(({ ref, oid, target, peeled }) => [ref, { ref, oid: peeled ?? oid, target }]),
      );
      for (const { oid, ref } of named.values()) {
        if (isObjectId(oid)) continue;
        const message = /^[\da-f]{64}$/.test(oid)
          ? 'The repository uses SHA-256 for its objects. Only repositories with SHA-1 can be synchronized.'
          : `The server names no commit for ${ref.slice(0, 100)}.`;
        throw new GitSyncError('not-git', message);
      }
      return [...named.values()].filter(
        ({ ref }) => ref === 'HEAD' || isBranchName(ref.replace(/^refs\/(?:heads|tags)\//, '')),
      );
    } catch (error) {
      throw toSyncError(error);
    }
  }

  /** The commit of a branch; undefined if there is no such branch. */
  findBranch(branch: string): Promise<string | undefined> {
    return this.findRef(`refs/heads/${branch}`);
  }

  /** The commit of a branch or tag by its full name, or of HEAD; undefined if there is none. */
  async findRef(ref: string): Promise<string | undefined> {
    return (await this.listRefs(ref)).find((one) => one.ref === ref)?.oid;
  }

  /** Whether the credentials may push. */
  async mayWrite(): Promise<boolean> {
    try {
      await this.#answer({ url: `${this.#base}/info/refs?service=git-receive-pack`, method: 'GET' });
      return true;
    } catch (error) {
      const { reason } = toSyncError(error);
      if (reason === 'authentication' || reason === 'write-refused' || reason === 'repository-not-found')
        return false;
      throw error;
    }
  }

  /** Writes a pack with a commit and what it leads to, as far as that is not present. Returns the commits without parents in it. */
  async receivePack(request: PackRequest): Promise<{ shallow: string[] }> {
    const { wanted, present, shallow, isShallow, file } = request;
    const body = Buffer.concat([
      toPacket(`want ${wanted} side-band-64k ofs-delta no-progress shallow agent=${AGENT}\n`),
      ...shallow.map((oid) => toPacket(`shallow ${oid}\n`)),
      ...(isShallow ? [toPacket('deepen 1\n')] : []),
      FLUSH,
      ...present.map((oid) => toPacket(`have ${oid}\n`)),
      toPacket('done\n'),
    ]);
    const handle = await open(file, 'w');
    try {
      const answer = new PackAnswer(handle);
      await this.#post(
        'git-upload-pack',
        { bytes: [body], length: body.length },
        (bytes) => answer.take(bytes),
        {
          maxBytes: MAX_PACK_BYTES,
          timeoutMs: PACK_MS,
        },
      );
      answer.end();
      return { shallow: answer.shallow };
    } catch (error) {
      throw toSyncError(error);
    } finally {
      await handle.close();
    }
  }

  /**
   * Moves a branch from one commit to the next. Throws `contended` if it is somewhere else by now: the server compares, and
   * nothing is ever forced. `from` is undefined for a branch that does not exist.
   */
  async push(
    branch: string,
    { from, to, pack }: { from: string | undefined; to: string; pack: string },
  ): Promise<void> {
    const line = `${from ?? NO_OBJECT} ${to} refs/heads/${branch}\0 report-status side-band-64k agent=${AGENT}`;
    const head = Buffer.concat([toPacket(line), FLUSH]);
    const { size } = await stat(pack);
    async function* bytes() {
      yield head;
      yield* createReadStream(pack);
    }
    const report = new PushReport();
    try {
      await this.#post(
        'git-receive-pack',
        { bytes: bytes(), length: head.length + size },
        async (part) => report.take(part),
        { maxBytes: MAX_ANSWER_BYTES, timeoutMs: PACK_MS },
      );
    } catch (error) {
      const problem = toSyncError(error, 'The answer of the server to the push has no end.');
      throw problem.reason === 'authentication'
        ? new GitSyncError(
            'write-refused',
            'The server does not allow this token to push. Give it the right to write to the repository.',
          )
        : problem;
    }
    report.check(`refs/heads/${branch}`);
  }

  /**
   * Asks where the bytes of files of Git LFS are. Its server is beside the repository.
   *
   * Source: https://github.com/git-lfs/git-lfs/blob/main/docs/api/batch.md
   */
  async findLargeFiles(request: object): Promise<unknown> {
    const body = Buffer.from(JSON.stringify(request));
    const { body: answer } = await this.#answer(
      {
        url: `${this.#base.replace(/\.git$/, '')}.git/info/lfs/objects/batch`,
        method: 'POST',
        headers: { accept: LFS_JSON, 'content-type': LFS_JSON },
        body: streamOf(body),
      },
      { maxBytes: MAX_ADDRESSES_BYTES, tooLarge: 'The addresses of its files are larger than 2 MiB.' },
    );
    const bytes = await collect(answer);
    try {
      return JSON.parse(bytes?.toString('utf8') ?? '');
    } catch {
      throw notGit();
    }
  }

  async #post(
    service: string,
    body: { bytes: Iterable<Uint8Array> | AsyncIterable<Uint8Array>; length: number },
    write: (bytes: Buffer) => Promise<void>,
    limits: { maxBytes: number; timeoutMs: number },
  ): Promise<void> {
    async function* parts() {
      yield* body.bytes;
    }
    const refused: Buffer[] = [];
    let isGit = false;
    const { status, headers } = await this.#fetcher.transfer(`${this.#base}/${service}`, {
      method: 'POST',
      headers: {
        ...this.#ownHeaders(),
        'content-type': `application/x-${service}-request`,
        accept: `application/x-${service}-result`,
      },
      body: { bytes: parts(), length: body.length },
      signal: this.#signal,
      ...limits,
      write: async (bytes) => {
        this.bytesReceived += bytes.length;
        // A page about an error comes here, too; it begins with no length of a packet.
        isGit ||= /^[\da-f]{4}/i.test(bytes.toString('latin1', 0, 4));
        if (isGit) await write(bytes);
        else if (refused.length < 2) refused.push(bytes);
      },
    });
    if (status < 200 || status > 299) throw statusError(status, headers);
    if (!isGit && refused.length > 0) throw notGit();
  }

  #ownHeaders(): Record<string, string> {
    return { 'user-agent': AGENT, ...(!this.#isOtherOrigin && this.#authorization) };
  }

  /** A small request of the library. Redirects of the first one are followed, and change the address of the others. */
  async #answer(
    { url, method = 'GET', headers, body }: GitHttpRequest,
    { maxBytes, tooLarge } = { maxBytes: MAX_ANSWER_BYTES, tooLarge: LONG_LIST },
  ): Promise<GitHttpResponse> {
    const sent = await collect(body);
    let address = url;
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      const parts: Buffer[] = [];
      const answered = this.#fetcher.transfer(address, {
        method: method === 'POST' ? 'POST' : 'GET',
        headers: { ...headers, ...this.#ownHeaders() },
        ...(sent && { body: { bytes: streamOf(sent), length: sent.length } }),
        signal: this.#signal,
        maxBytes,
        timeoutMs: ANSWER_MS,
        write: async (bytes) => {
          this.bytesReceived += bytes.length;
          parts.push(bytes);
        },
      });
      const { status, headers: received } = await answered.catch((error: unknown) => {
        throw toSyncError(error, tooLarge);
      });
      const { location } = received;
      if (status >= 300 && status < 400 && location !== undefined && method === 'GET') {
        address = this.#follow(address, location);
        continue;
      }
      if (status < 200 || status > 299) throw statusError(status, received);
      return {
        url: address,
        method,
        headers: received,
        statusCode: status,
        statusMessage: '',
        body: streamOf(Buffer.concat(parts)),
      };
    }
    throw new GitSyncError('unreachable', `The address redirects more than ${MAX_REDIRECTS} times.`);
  }

  #follow(from: string, location: string): string {
    const next = new URL(location, from);
    const before = new URL(from);
    if (next.protocol !== 'https:' && next.protocol !== before.protocol)
      throw new GitSyncError('address-refused', 'The server redirects to an address without encryption.');
    // Another host never gets the token.
    if (next.origin !== before.origin) this.#isOtherOrigin = true;
    const [base = ''] = next.href.split('/info/refs');
    this.#base = base;
    return next.href;
  }
}

async function collect(body: GitHttpRequest['body']): Promise<Buffer | undefined> {
  if (!body) return undefined;
  const parts: Uint8Array[] = [];
  for await (const part of body) parts.push(part);
  return Buffer.concat(parts);
}

async function* streamOf(bytes: Buffer): AsyncGenerator<Uint8Array, void, void> {
  yield bytes;
}

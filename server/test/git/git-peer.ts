/** A server of repositories for tests: `git http-backend` on this machine, and `git` as the other person. */
import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const IDENTITY = {
  GIT_AUTHOR_NAME: 'Robin',
  GIT_AUTHOR_EMAIL: 'robin@example.org',
  GIT_COMMITTER_NAME: 'Robin',
  GIT_COMMITTER_EMAIL: 'robin@example.org',
  GIT_CONFIG_NOSYSTEM: '1',
};

export class GitPeer {
  readonly folder: string;
  readonly #server: Server;
  /** Bytes that it has sent since this was set. */
  bytesSent = 0;
  /** Called before a request is answered; may answer it. */
  intercept: ((request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>) | undefined;
  /** Of basic authentication. */
  credentials: { username: string; token: string } | undefined;

  private constructor(folder: string, server: Server) {
    this.folder = folder;
    this.#server = server;
  }

  static async start(): Promise<GitPeer> {
    const folder = await mkdtemp(join(tmpdir(), 'bindery-git-'));
    const server = createServer();
    const peer = new GitPeer(folder, server);
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      void peer.#answer(request, response);
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    return peer;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => {
      this.#server.close(resolve);
    });
    await rm(this.folder, { recursive: true, force: true });
  }

  get url(): string {
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  urlOf(name: string): string {
    return `${this.url}/${name}.git`;
  }

  /** An empty repository that may be pushed to, and a clone of it. */
  async create(name: string): Promise<GitClone> {
    const bare = join(this.folder, `${name}.git`);
    await run('git', ['init', '-q', '--bare', '-b', 'main', bare]);
    await run('git', ['-C', bare, 'config', 'http.receivepack', 'true']);
    const clone = join(this.folder, 'clones', name);
    await run('git', ['clone', '-q', bare, clone], { env: { ...process.env, ...IDENTITY } });
    await run('git', ['-C', clone, 'config', 'core.autocrlf', 'false']);
    return new GitClone(bare, clone);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (await this.intercept?.(request, response)) return;
    if (this.credentials) {
      const { username, token } = this.credentials;
      const expected = `Basic ${Buffer.from(`${username}:${token}`).toString('base64')}`;
      if (request.headers.authorization !== expected) {
        response.writeHead(401, { 'www-authenticate': 'Basic realm="test"' }).end();
        return;
      }
    }
    const url = new URL(request.url ?? '/', 'http://localhost');
    const backend = spawn('git', ['http-backend'], {
      env: {
        PATH: process.env.PATH,
        GIT_PROJECT_ROOT: this.folder,
        GIT_HTTP_EXPORT_ALL: '1',
        PATH_INFO: decodeURIComponent(url.pathname),
        QUERY_STRING: url.search.slice(1),
        REQUEST_METHOD: request.method,
        CONTENT_TYPE: request.headers['content-type'] ?? '',
        CONTENT_LENGTH: request.headers['content-length'] ?? '',
        REMOTE_USER: 'test',
        GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
      },
    });
    request.pipe(backend.stdin);
    backend.stdin.on('error', () => {});
    this.#forward(backend.stdout, response);
  }

  /** What a CGI program writes: headers, an empty line, the body. */
  #forward(output: NodeJS.ReadableStream, response: ServerResponse): void {
    let head = Buffer.alloc(0);
    let isBody = false;
    const send = (bytes: Buffer) => {
      this.bytesSent += bytes.length;
      response.write(bytes);
    };
    output.on('data', (bytes: Buffer) => {
      if (isBody) {
        send(bytes);
        return;
      }
      head = Buffer.concat([head, bytes]);
      const end = head.indexOf('\r\n\r\n');
      if (end === -1) return;
      isBody = true;
      for (const line of head.toString('latin1', 0, end).split('\r\n')) {
        const [name = '', value = ''] = line.split(/: (.*)/s);
        if (name === 'Status') response.statusCode = Number.parseInt(value, 10);
        else response.setHeader(name, value);
      }
      send(head.subarray(end + 4));
    });
    output.on('end', () => response.end());
  }
}

/** A repository as another person has it. */
export class GitClone {
  readonly bare: string;
  readonly folder: string;

  constructor(bare: string, folder: string) {
    this.bare = bare;
    this.folder = folder;
  }

  async git(...words: string[]): Promise<string> {
    const { stdout } = await run('git', ['-C', this.folder, ...words], {
      env: { ...process.env, ...IDENTITY },
      maxBuffer: 64 * 1024 * 1024,
    });
    return stdout;
  }

  /** Writes files (`undefined`: deletes them), commits, and pushes. Returns the commit. */
  async commit(files: Record<string, string | Buffer | undefined>, message = 'Edit'): Promise<string> {
    for (const [path, content] of Object.entries(files)) {
      const file = join(this.folder, path);
      if (content === undefined) await rm(file, { force: true });
      else {
        await mkdir(dirname(file), { recursive: true });
        await writeFile(file, content);
      }
    }
    await this.git('add', '-A');
    await this.git('commit', '-q', '--allow-empty', '-m', message);
    await this.git('push', '-q', 'origin', 'HEAD');
    return (await this.git('rev-parse', 'HEAD')).trim();
  }

  /** Fetches what others have pushed. */
  async pull(): Promise<void> {
    await this.git('pull', '-q', '--no-rebase', 'origin', 'main');
  }

  /** The files of the branch. */
  async files(): Promise<Record<string, string>> {
    await this.git('fetch', '-q', 'origin');
    const names = await this.git('ls-tree', '-r', '-z', '--name-only', 'origin/main');
    await this.git('checkout', '-q', '-f', 'main');
    await this.git('reset', '-q', '--hard', 'origin/main');
    const paths = names.split('\0').filter((name) => name !== '');
    const read = paths.map(async (path) => [path, await readFile(join(this.folder, path), 'utf8')] as const);
    return Object.fromEntries(await Promise.all(read));
  }
}

import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createFetcher, type Fetcher } from '#server/network/guarded-fetch.ts';
import { fetcherOf } from '#server/test/fake-web.ts';
import { type CommitStatus, setCommitStatus } from './commit-status.ts';

interface Received {
  method: string | undefined;
  host: string | undefined;
  path: string | undefined;
  authorization: string | undefined;
  body: Record<string, unknown>;
}

/** Stands for the API of every host. */
let host: Server;
let port: number;
let received: Received[] = [];
let answer: { status: number; body: string };

beforeAll(async () => {
  host = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (bytes: Buffer) => parts.push(bytes));
    request.on('end', () => {
      const { method, headers, url: path } = request;
      const token = headers['private-token'];
      received.push({
        method,
        host: headers.host?.split(':')[0],
        path,
        authorization:
          headers.authorization ?? (token === undefined ? undefined : `PRIVATE-TOKEN ${String(token)}`),
        body: JSON.parse(Buffer.concat(parts).toString('utf8')),
      });
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
    });
  });
  await new Promise<void>((resolve) => {
    host.listen(0, '127.0.0.1', resolve);
  });
  const address = host.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});
beforeEach(() => {
  received = [];
  answer = { status: 201, body: '{}' };
});
afterAll(() => host.close());

const fetcher = createFetcher({
  allowPrivate: true,
  resolve: async () => ['127.0.0.1'],
});
const commit = 'a'.repeat(40);
const targetUrl = 'https://docs.example.com/o/1/spaces/2/git';
const status: CommitStatus = { commit, isSuccess: true, description: 'It can be opened.', targetUrl };
const credentials = { token: 'secret' };

const set = (url: string, changes: Partial<CommitStatus> = {}, by: Fetcher = fetcher) =>
  setCommitStatus({ fetcher: by }, { url, credentials }, { ...status, ...changes });

const common = { target_url: targetUrl, description: 'It can be opened.' };

it.each([
  [
    'github.tide.example',
    'team/docs.git',
    `/api/v3/repos/team/docs/statuses/${commit}`,
    'Bearer secret',
    { state: 'success', context: 'bindery/preview' },
  ],
  [
    'gitlab.tide.example',
    'group/part/docs.git',
    `/api/v4/projects/group%2Fpart%2Fdocs/statuses/${commit}`,
    'PRIVATE-TOKEN secret',
    { state: 'success', name: 'bindery/preview' },
  ],
  [
    'forgejo.tide.example',
    'team/docs',
    `/api/v1/repos/team/docs/statuses/${commit}`,
    'token secret',
    { state: 'success', context: 'bindery/preview' },
  ],
])('sets the status of a commit at %s', async (name, repository, path, authorization, own) => {
  expect(await set(`http://${name}:${port}/${repository}`)).toBeUndefined();
  expect(received).toEqual([
    { method: 'POST', host: name, path, authorization, body: { ...own, ...common } },
  ]);
});

it('sends the token of github.com to its API alone', async () => {
  const urls: string[] = [];
  const recording: Fetcher = Object.assign(
    fetcherOf(() => Promise.reject(new Error('unused'))),
    {
      send: async (url: string) => {
        urls.push(url);
        return { status: 201, headers: {}, body: Buffer.from('{}') };
      },
    },
  );
  expect(await set('https://github.com/team/docs.git', {}, recording)).toBeUndefined();
  expect(urls).toEqual([`https://api.github.com/repos/team/docs/statuses/${commit}`]);
});

it('says that a branch cannot be shown, in as many letters as hosts take', async () => {
  const description = 'The directory has no pages. '.repeat(10);
  await set(`http://gitlab.tide.example:${port}/team/docs.git`, { isSuccess: false, description });
  await set(`http://gitea.tide.example:${port}/team/docs.git`, { isSuccess: false, description });
  expect(received.map(({ body }) => body['state'])).toEqual(['failed', 'failure']);
  expect(String(received[0]?.body['description'])).toHaveLength(140);
});

it.each([
  [403, '{}', /status 403, the token may not set it\. Give it the right “Commit statuses: read and write”\./],
  [404, 'Not Found', /status 404, the token may not set it/],
  [500, '', /status 500, it is tried again with the next commit\./],
  [302, '', /status 302/],
])('says in a sentence that a host refuses it with status %i', async (code, body, sentence) => {
  answer = { status: code, body };
  expect(await set(`http://github.tide.example:${port}/team/docs.git`)).toMatch(sentence);
});

it('takes it as set where GitLab has it already', async () => {
  answer = { status: 400, body: '{"message":{"state":["Cannot transition status via :run from :success"]}}' };
  expect(await set(`http://gitlab.tide.example:${port}/team/docs.git`)).toBeUndefined();
});

it('sends nothing to hosts that are not known, and nothing without a token', async () => {
  const unknown = await set(`http://git.tide.example:${port}/team/docs.git`);
  expect(unknown).toContain('not known as GitHub, GitLab, Gitea or Forgejo');
  expect(await set(`https://bitbucket.org/team/docs.git`)).toBe(unknown);
  const remote = { url: `http://gitlab.tide.example:${port}/team/docs.git` };
  expect(await setCommitStatus({ fetcher }, remote, status)).toContain('has no token');
  expect(received).toEqual([]);
});

it('says that a host cannot be reached', async () => {
  expect(await set('http://gitlab.tide.example:1/team/docs.git')).toMatch(/^Its commit has no status: /);
});

import { trimSlashes } from '#server/base/trim-slashes.ts';
import { FetchError } from '#server/network/fetch-error.ts';
import type { Fetcher } from '#server/network/guarded-fetch.ts';
import type { GitRemote } from './git-connection.ts';
import { hostKindOf } from './repository-pages.ts';

const CONTEXT = 'bindery/preview';
const TIMEOUT_MS = 10_000;
/** Of an answer, of which only refusals are looked at. */
const MAX_BYTES = 4096;
/** GitHub takes no longer ones. */
const MAX_DESCRIPTION_LENGTH = 140;

export interface CommitStatus {
  commit: string;
  isSuccess: boolean;
  description: string;
  /** The screen of the console that it leads to. */
  targetUrl: string;
}

interface StatusRequest {
  url: string;
  headers: Record<string, string>;
  body: object;
  /** What the token needs, as the host calls it. */
  right: string;
}

/**
 * Sets the status `bindery/preview` of a commit at the host of its repository. Returns why it has none, as a sentence;
 * undefined if it is set.
 *
 * Sources: https://docs.github.com/en/rest/commits/statuses, https://docs.gitlab.com/api/commits/#set-commit-pipeline-status,
 * https://docs.gitea.com/api/ (repoCreateStatus)
 */
export async function setCommitStatus(
  { fetcher, signal }: { fetcher: Fetcher; signal?: AbortSignal | undefined },
  remote: GitRemote,
  status: CommitStatus,
): Promise<string | undefined> {
  const { credentials } = remote;
  const request = toRequest(remote.url, status);
  if (!request)
    return 'Its commit has no status: the host of the repository is not known as GitHub, GitLab, Gitea or Forgejo.';
  if (!credentials) return 'Its commit has no status: the connection has no token.';
  const { url, headers, body, right } = request;
  try {
    const answer = await fetcher.send(url, {
      method: 'POST',
      headers: {
        ...headers,
        ...authorizationOf(remote.url, credentials.token),
        'content-type': 'application/json',
        'user-agent': 'bindery',
      },
      body: JSON.stringify(body),
      maxBytes: MAX_BYTES,
      cutsBody: true,
      timeoutMs: TIMEOUT_MS,
      ...(signal && { signal }),
    });
    return describeAnswer(answer.status, answer.body.toString('utf8'), right);
  } catch (error) {
    if (error instanceof FetchError) return `Its commit has no status: ${error.message}`;
    throw error;
  }
}

function describeAnswer(status: number, text: string, right: string): string | undefined {
  if (status >= 200 && status < 300) return undefined;
  // GitLab refuses a status that the commit has already.
  if (status === 400 && text.includes('Cannot transition status')) return undefined;
  const isRefused = status === 401 || status === 403 || status === 404;
  const reason = isRefused
    ? `the token may not set it. Give it the right ${right}`
    : 'it is tried again with the next commit';
  return `Its commit has no status: the host responded with status ${status}, ${reason}.`;
}

function toRequest(url: string, status: CommitStatus): StatusRequest | undefined {
  const { origin, hostname, pathname } = new URL(url);
  const path = trimSlashes(pathname).replace(/\.git$/, '');
  const { commit, isSuccess, targetUrl: target_url } = status;
  const description =
    status.description.length > MAX_DESCRIPTION_LENGTH
      ? `${status.description.slice(0, MAX_DESCRIPTION_LENGTH - 1)}…`
      : status.description;
  const common = { target_url, description };
  const state = isSuccess ? 'success' : 'failure';
  switch (hostKindOf(url)) {
    case 'github': {
      const isCloud = /^(www\.)?github\.com$/.test(hostname);
      return {
        url: `${isCloud ? 'https://api.github.com' : `${origin}/api/v3`}/repos/${path}/statuses/${commit}`,
        headers: { accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' },
        body: { state, context: CONTEXT, ...common },
        right: '“Commit statuses: read and write”',
      };
    }
    case 'gitlab':
      return {
        url: `${origin}/api/v4/projects/${encodeURIComponent(decodeURIComponent(path))}/statuses/${commit}`,
        headers: { accept: 'application/json' },
        body: { state: isSuccess ? 'success' : 'failed', name: CONTEXT, ...common },
        right: '“api”',
      };
    case 'gitea':
      return {
        url: `${origin}/api/v1/repos/${path}/statuses/${commit}`,
        headers: { accept: 'application/json' },
        body: { state, context: CONTEXT, ...common },
        right: '“repository: read and write”',
      };
    default:
      return undefined;
  }
}

function authorizationOf(url: string, token: string): Record<string, string> {
  const kind = hostKindOf(url);
  if (kind === 'gitlab') return { 'private-token': token };
  return { authorization: kind === 'gitea' ? `token ${token}` : `Bearer ${token}` };
}

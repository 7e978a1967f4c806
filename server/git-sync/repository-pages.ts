import { parseUrl } from '#server/base/parse-url.ts';
import { trimEndSlashes } from '#server/base/trim-slashes.ts';

/** The kind of host that an address says; undefined for a host that can be any. */
type HostKind = 'github' | 'gitlab' | 'bitbucket' | 'gitea' | undefined;

const HOST_KINDS: readonly [RegExp, HostKind][] = [
  [/^(www\.)?github\./, 'github'],
  [/(^|\.)gitlab\./, 'gitlab'],
  [/^bitbucket\.org$/, 'bitbucket'],
  [/^(gitea|forgejo)\.|^codeberg\.org$/, 'gitea'],
];

export function hostKindOf(url: string): HostKind {
  const host = parseUrl(url)?.hostname ?? '';
  return HOST_KINDS.find(([pattern]) => pattern.test(host))?.[1];
}

/** The address of a repository's pages; undefined where its host is not known to have some. */
export function repositoryPage(url: string): string | undefined {
  return hostKindOf(url) === undefined ? undefined : trimEndSlashes(url).replace(/\.git$/, '');
}

const COMMIT_PATHS = { github: 'commit', gitlab: '-/commit', bitbucket: 'commits', gitea: 'commit' } as const;

/** The address of a commit's page; undefined where the host is not known to have one. */
export function commitPage(url: string, commit: string | null | undefined): string | undefined {
  const kind = hostKindOf(url);
  if (kind === undefined || commit === null || commit === undefined) return undefined;
  return `${repositoryPage(url)}/${COMMIT_PATHS[kind]}/${commit}`;
}

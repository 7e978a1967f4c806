import type { ImportRepository } from '#api/generated/types.gen.ts';
import { parseUrl } from '#server/base/parse-url.ts';
import { ImportError } from '#server/content/import/import-error.ts';

/** An archive of a repository. */
export interface RepositoryArchive {
  url: string;
  /** The folder within it, without slashes at both ends. */
  folder: string;
}

const KNOWN_HOSTS = 'GitHub, GitLab, Bitbucket, or a host of Gitea or Forgejo such as Codeberg';

/** The addresses of archives of a repository, of which one exists: a host may be GitLab's or Forgejo's own software. */
export function archivesOf(repository: ImportRepository): RepositoryArchive[] {
  const url = parseUrl(repository.url);
  if (!url || !/^https?:$/.test(url.protocol)) throw unknownHost(repository.url);
  const parts = url.pathname.split('/').filter((part) => part !== '');
  const linked = readLink(url.hostname, parts);
  const { owner } = linked;
  const name = linked.name?.replace(/\.git$/, '');
  if (owner === undefined || owner === '' || name === undefined || name === '')
    throw unknownHost(repository.url);
  const branch = repository.branch ?? linked.branch;
  const folder = trimSlashes(repository.folder ?? linked.folder ?? '');
  const { origin } = url;
  const ref = encodeRef(branch ?? 'HEAD');
  const github = `https://codeload.github.com/${owner}/${name}/zip/${ref}`;
  const gitlab = `${origin}/${owner}/${name}/-/archive/${ref}/${name}.zip`;
  const bitbucket = `https://bitbucket.org/${owner}/${name}/get/${ref}.zip`;
  const gitea = `${origin}/${owner}/${name}/archive/${ref}.zip`;
  return archiveUrls(url.hostname, { github, gitlab, bitbucket, gitea }).map((archive) => ({
    url: archive,
    folder,
  }));
}

function archiveUrls(
  host: string,
  urls: { github: string; gitlab: string; bitbucket: string; gitea: string },
): string[] {
  if (host === 'github.com' || host === 'www.github.com') return [urls.github];
  if (host === 'bitbucket.org') return [urls.bitbucket];
  if (/(^|\.)gitlab\./.test(host)) return [urls.gitlab];
  if (host === 'codeberg.org' || /(^|\.)(gitea|forgejo)\./.test(host)) return [urls.gitea];
  return [urls.gitea, urls.gitlab];
}

/** Whether an address is that of a repository at a host that is known by its name. */
export function isRepositoryAddress(address: string): boolean {
  const url = parseUrl(address);
  if (!url) return false;
  const isKnown = /^((www\.)?github\.com|gitlab\.com|bitbucket\.org|codeberg\.org)$/.test(url.hostname);
  const parts = url.pathname.split('/').filter((part) => part !== '');
  const isTree = /^(tree|src|-)$/.test(parts[2] ?? '');
  return isKnown && (parts.length === 2 || isTree);
}

interface LinkedRepository {
  owner: string | undefined;
  name: string | undefined;
  branch?: string | undefined;
  folder?: string | undefined;
}

/** Owner and name, and the branch and folder of a link into a repository. Groups of GitLab may be nested. */
function readLink(host: string, parts: readonly string[]): LinkedRepository {
  const dash = parts.indexOf('-');
  if (dash > 1) {
    const [kind, branch, ...folder] = parts.slice(dash + 1);
    const repository = { owner: parts.slice(0, dash - 1).join('/'), name: parts[dash - 1] };
    return kind === 'tree' ? { ...repository, branch, folder: folder.join('/') } : repository;
  }
  const [owner, name, kind, ...rest] = parts;
  const isForgejo = kind === 'src' && rest[0] === 'branch';
  if (kind === 'tree' || isForgejo || (kind === 'src' && host === 'bitbucket.org')) {
    const [branch, ...folder] = isForgejo ? rest.slice(1) : rest;
    return { owner, name, branch, folder: folder.join('/') };
  }
  if (/(^|\.)gitlab\./.test(host) && parts.length > 2)
    return { owner: parts.slice(0, -1).join('/'), name: parts.at(-1) };
  return { owner, name };
}

function encodeRef(ref: string): string {
  return ref.split('/').map(encodeURIComponent).join('/');
}

function trimSlashes(path: string): string {
  return path.replace(/^\/+|\/+$/g, '');
}

function unknownHost(address: string): ImportError {
  return new ImportError(`${address} is not the address of a repository at ${KNOWN_HOSTS}.`);
}

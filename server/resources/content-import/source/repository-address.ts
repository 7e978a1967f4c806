import type { ImportRepository } from '#api/generated/types.gen.ts';
import { parseUrl } from '#server/base/parse-url.ts';
import { trimSlashes } from '#server/base/trim-slashes.ts';
import { ImportError } from '#server/content/import/import-error.ts';

/** Where a repository is read from. */
export interface RepositoryPlace {
  /** The archive of a host whose addresses are known; without it, the repository is asked as Git does. */
  archive: string | undefined;
  /** The address with which it is cloned. */
  clone: string;
  /** A branch, a tag or the id of a commit. */
  revision: string | undefined;
  /** The folder within it, without slashes at both ends. */
  folder: string;
}

/** Where the repository of an address is, of a link into it, or of a page of its wiki. */
export function placeOf(repository: ImportRepository): RepositoryPlace {
  const url = parseUrl(repository.url);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new ImportError(
      `${repository.url} is not the address with which a repository is cloned: it begins with https://.`,
    );
  const { origin, hostname } = url;
  const parts = partsOf(url);
  const wiki = wikiOf(hostname, parts);
  const linked = wiki === undefined ? readLink(hostname, parts) : undefined;
  const revision = repository.branch ?? linked?.branch;
  const folder = trimSlashes(repository.folder ?? linked?.folder ?? '');
  const path = wiki ?? (linked?.isLink ? `${linked.owner}/${linked.name}` : parts.join('/'));
  const isWiki = wiki !== undefined || /\.wiki(\.git)?$/.test(path);
  return {
    archive: isWiki ? undefined : archiveOf(url, { ...linked, revision }),
    clone: `${origin}/${path}`,
    revision,
    folder,
  };
}

const partsOf = ({ pathname }: URL) => pathname.split('/').filter((part) => part !== '');

interface ArchivedRepository {
  owner?: string | undefined;
  name?: string | undefined;
  revision: string | undefined;
}

/** The address of an archive. Other hosts than these are asked as Git does: which software they run cannot be seen. */
function archiveOf(
  { origin, hostname }: URL,
  { owner, name: fullName, revision }: ArchivedRepository,
): string | undefined {
  const name = fullName?.replace(/\.git$/, '');
  if (owner === undefined || owner === '' || name === undefined || name === '') return undefined;
  const ref = encodeRef(revision ?? 'HEAD');
  if (hostname === 'github.com' || hostname === 'www.github.com')
    return `https://codeload.github.com/${owner}/${name}/zip/${ref}`;
  if (hostname === 'bitbucket.org') return `https://bitbucket.org/${owner}/${name}/get/${ref}.zip`;
  if (/(^|\.)gitlab\./.test(hostname)) return `${origin}/${owner}/${name}/-/archive/${ref}/${name}.zip`;
  if (hostname === 'codeberg.org' || /(^|\.)(gitea|forgejo)\./.test(hostname))
    return `${origin}/${owner}/${name}/archive/${ref}.zip`;
  return undefined;
}

/** The repository of a wiki, by the address of one of its pages. Only hosts that are known by their name. */
function wikiOf(hostname: string, parts: readonly string[]): string | undefined {
  if (!KNOWN_HOST.test(hostname)) return undefined;
  const dash = parts.indexOf('-');
  if (dash > 1 && parts[dash + 1] === 'wikis') return `${parts.slice(0, dash).join('/')}.wiki.git`;
  const [owner, name, kind] = parts;
  if (kind !== 'wiki' || owner === undefined || name === undefined) return undefined;
  return hostname === 'bitbucket.org' ? `${owner}/${name}.git/wiki` : `${owner}/${name}.wiki.git`;
}

const KNOWN_HOST = /^((www\.)?github\.com|gitlab\.com|bitbucket\.org|codeberg\.org)$/;

/** Whether an address is that of a repository or a wiki: by its end, or at a host that is known by its name. */
export function isRepositoryAddress(address: string): boolean {
  const url = parseUrl(address);
  if (!url) return false;
  const parts = partsOf(url);
  if (parts.at(-1)?.endsWith('.git') === true) return true;
  // Groups of GitLab may be nested.
  const isTree = parts.indexOf('-') > 1 || /^(tree|src|wiki)$/.test(parts[2] ?? '');
  return KNOWN_HOST.test(url.hostname) && (parts.length === 2 || isTree);
}

interface LinkedRepository {
  /** Whether the address leads to a branch or folder. */
  isLink?: boolean;
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
    const linked = { ...repository, isLink: true };
    return kind === 'tree' ? { ...linked, branch, folder: folder.join('/') } : linked;
  }
  const [owner, name, kind, ...rest] = parts;
  const isForgejo = kind === 'src' && rest[0] === 'branch';
  if (kind === 'tree' || isForgejo || (kind === 'src' && host === 'bitbucket.org')) {
    const [branch, ...folder] = isForgejo ? rest.slice(1) : rest;
    return { owner, name, branch, folder: folder.join('/'), isLink: true };
  }
  if (/(^|\.)gitlab\./.test(host) && parts.length > 2)
    return { owner: parts.slice(0, -1).join('/'), name: parts.at(-1) };
  return { owner, name };
}

function encodeRef(ref: string): string {
  return ref.split('/').map(encodeURIComponent).join('/');
}

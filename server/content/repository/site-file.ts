import { readSiteText } from '../source/site/read-site-text.ts';
import { resolveDirectory, type SiteText, type SiteTextItem } from '../source/site/site-text.ts';
import { editSiteText, type SiteTextEdit } from './edit-site-text.ts';
import { type CommitPerson, ObjectFolder } from './object-folder.ts';
import { RepositoryError } from './repository-error.ts';
import { TreeEditor } from './tree-editor.ts';

/** The names that the file of a site may have; the first one is that of a new one. */
const NAMES = ['docs.yaml', 'docs.yml', 'gitbook-docs.yaml', 'gitbook-docs.yml'] as const;
const MAX_BYTES = 1024 * 1024;
/** Joining structures takes a second then, in which the server does nothing else. */
const MAX_ITEMS = 2000;

const MAX_FOUND = 20;
const MAX_DIRECTORIES = 50;

const inDirectory = (directory: string, name: string) => (directory === '' ? name : `${directory}/${name}`);

/** The file of a site: its `docs.yaml`. */
export interface SiteFile {
  /** From the root of the repository. */
  path: string;
  site: SiteText;
}

interface SiteFilePlace {
  gitdir: string;
  commit: string;
  directory: string;
}

/** Reads the file of a site at a commit; null if the directory has none. */
export async function readSiteFile({ gitdir, commit, directory }: SiteFilePlace): Promise<SiteFile | null> {
  const folder = new ObjectFolder(gitdir);
  const { tree } = await folder.readCommit(commit);
  const editor = await TreeEditor.open(folder, tree);
  for (const name of NAMES) {
    const path = inDirectory(directory, name);
    const oid = await editor.find(path);
    if (oid === undefined) continue;
    return { path, site: parseFile(path, await folder.readBlob(oid)) };
  }
  return null;
}

function parseFile(path: string, bytes: Buffer): SiteText {
  if (bytes.length > MAX_BYTES)
    throw new RepositoryError('too-large', `${path} is larger than 1 MiB. Divide the site.`);
  const site = readSiteText(bytes.toString('utf8'), { isStrict: false });
  if (itemsOf(site.items).length > MAX_ITEMS)
    throw new RepositoryError(
      'too-large',
      `${path} lists more than ${MAX_ITEMS} groups, sections and spaces. Divide the site.`,
    );
  return site;
}

const itemsOf = (items: readonly SiteTextItem[]): SiteTextItem[] =>
  items.flatMap((item) => [item, ...itemsOf(item.children)]);

/** What a file makes of a site, in numbers. */
export interface FoundSiteFile {
  /** Empty for the root. */
  directory: string;
  path: string;
  sections: number;
  spaces: number;
  /** Of its spaces, from the root of the repository; one that leads out of it is left out. */
  directories: string[];
  /** Why it can't be used. */
  problem?: string;
}

/** Finds the files of sites among those of a commit; of a directory with several, the one that is used. */
export async function findSiteFiles(
  folder: ObjectFolder,
  files: readonly { path: string; oid: string }[],
): Promise<FoundSiteFile[]> {
  const found = new Map<string, { path: string; oid: string; rank: number }>();
  for (const { path, oid } of files) {
    const directory = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    const rank = NAMES.findIndex((name) => inDirectory(directory, name) === path);
    if (rank !== -1 && rank < (found.get(directory)?.rank ?? Infinity))
      found.set(directory, { path, oid, rank });
  }
  const depthOf = (directory: string) => (directory === '' ? 0 : directory.split('/').length);
  const nearest = [...found].toSorted(([a], [b]) => depthOf(a) - depthOf(b)).slice(0, MAX_FOUND);
  const described: FoundSiteFile[] = [];
  for (const [directory, { path, oid }] of nearest)
    described.push({ directory, path, ...describeFile(path, directory, await folder.readBlob(oid)) });
  return described;
}

function describeFile(
  path: string,
  directory: string,
  bytes: Buffer,
): Omit<FoundSiteFile, 'directory' | 'path'> {
  try {
    const { items, problems } = parseFile(path, bytes);
    const all = itemsOf(items);
    const directories = all.flatMap(({ directory: written }) =>
      written == null ? [] : (resolveDirectory(written, directory) ?? []),
    );
    const [problem] = problems;
    return {
      sections: all.filter(({ type }) => type === 'section').length,
      spaces: all.filter(({ type }) => type === 'space').length,
      directories: [...new Set(directories)].slice(0, MAX_DIRECTORIES),
      ...(problem && { problem: `Line ${problem.line}: ${problem.message}` }),
    };
  } catch (error) {
    if (!(error instanceof RepositoryError)) throw error;
    return { sections: 0, spaces: 0, directories: [], problem: error.message };
  }
}

/** What the file refers to may not survive a change: an alias needs its anchor before it. */
function editFile(path: string, edit: SiteTextEdit): string {
  try {
    return editSiteText(edit);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new RepositoryError(
      'content-refused',
      error instanceof RangeError
        ? `${path} is nested too deeply to be changed. Make it simpler.`
        : `The changes of the site can’t be written into ${path}: ${error.message.split('\n', 1)[0]}. Write it without aliases, and as one document.`,
    );
  }
}

export interface SiteFileCommit {
  gitdir: string;
  /** The commit to go on from; undefined for a branch that does not exist. */
  tip: string | undefined;
  directory: string;
  /** The file; undefined for a new one. */
  path: string | undefined;
  edit: Omit<SiteTextEdit, 'text'>;
  author: CommitPerson;
  message: string;
  /** Where the pack is written. */
  pack: string;
}

/** Commits the file of a site with other items; null if it has them already. */
export async function writeSiteFile(commit: SiteFileCommit): Promise<{ oid: string; path: string } | null> {
  const { gitdir, directory, edit, author, message, pack } = commit;
  const folder = await ObjectFolder.create(gitdir);
  const tip = commit.tip === undefined ? undefined : await folder.readCommit(commit.tip);
  const editor = await TreeEditor.open(folder, tip?.tree);
  const path = commit.path ?? inDirectory(directory, NAMES[0]);
  const present = await editor.find(path);
  const before = present === undefined ? undefined : (await folder.readBlob(present)).toString('utf8');
  const text = editFile(path, { ...edit, text: before });
  if (text === before) return null;
  if (Buffer.byteLength(text) > MAX_BYTES)
    throw new RepositoryError(
      'too-large',
      `${path} would be larger than 1 MiB with the changes of the site. Divide the site.`,
    );
  const blob = await folder.writeBlob(Buffer.from(text));
  await editor.set(path, blob);
  const tree = await editor.write();
  const parents = commit.tip === undefined ? [] : [commit.tip];
  const oid = await folder.writeCommit({ tree, parents, author, message });
  await folder.pack([...new Set([oid, blob, ...editor.written])], pack);
  return { oid, path };
}

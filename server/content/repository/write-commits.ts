import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { PushedFile } from '#server/database/tables/git-sync-tables.ts';
import { mergeText } from '../merge/merge-text.ts';
import { decodeText, encodeText } from '../source/source-text.ts';
import { listBookPaths } from '../source/write-book.ts';
import {
  type BookChange,
  bytesFinder,
  compareBooks,
  type FileBytes,
  type SpaceContent,
} from './compare-books.ts';
import { itemsOf, versionOf } from './item-versions.ts';
import { type CommitPerson, ObjectFolder } from './object-folder.ts';
import { TreeEditor } from './tree-editor.ts';

/** A revision that becomes a commit. */
export interface RevisionToCommit {
  revision: string;
  content: SpaceContent;
  author: CommitPerson;
  message: string;
  /** Whether it was made of a commit: the branch has it already. */
  isFromBranch: boolean;
}

export interface CommitRequest {
  gitdir: string;
  directory: string;
  /** The commit to go on from; undefined for a branch that does not exist. */
  tip: string | undefined;
  /** The revision that the branch has already; undefined before the first sync. */
  base: SpaceContent | undefined;
  revisions: RevisionToCommit[];
  texts: ReadonlyMap<string, string>;
  /** Where the bytes of files are, by their ids. */
  files: ReadonlyMap<string, string>;
  assigned: ReadonlyMap<string, string>;
  /** Paths, from the directory, that wait for a decision: they are not written. */
  held: readonly string[];
  /** Paths that were decided: they become what the last revision has. */
  released: readonly string[];
  /** Whether what both sides changed differently waits for a decision; otherwise the last revision has it. */
  holdsConflicts: boolean;
  /** Where the pack is written. */
  pack: string;
}

export interface WrittenCommit {
  oid: string;
  revision: string;
  message: string;
  /** From the root of the repository. */
  paths: string[];
}

export interface WrittenCommits {
  commits: WrittenCommit[];
  /** Whether the pack was written: there is something to push. */
  isPacked: boolean;
  /** Paths of what has none from a file, and of what was deleted. */
  assigned: Map<string, string>;
  /** Paths that wait for a decision from now on. */
  held: string[];
  /** Where the branch has what changed, as far as the last revision does not say it itself. */
  files: PushedFile[];
  /** What changed and the last revision says itself, or the branch has not. */
  forgotten: string[];
}

/** Makes commits of revisions, on top of a branch. Only files that the revisions changed are written. */
export async function writeCommits(request: CommitRequest): Promise<WrittenCommits> {
  const folder = await ObjectFolder.create(request.gitdir);
  const tip = request.tip === undefined ? undefined : await folder.readCommit(request.tip);
  const writer = new CommitWriter(request, folder, await TreeEditor.open(folder, tip?.tree));
  const commits: WrittenCommit[] = [];
  let parent = request.tip;
  let tree = tip?.tree;
  let before = request.base;
  let assigned = new Map(request.assigned);
  const writtenPaths = new Set<string>();
  for (const [index, { revision, content, author, message, isFromBranch }] of request.revisions.entries()) {
    const isLast = index === request.revisions.length - 1;
    const versions = { before, after: content, texts: request.texts };
    const compared = compareBooks({ ...versions, assigned, isFromBranch });
    ({ assigned } = compared);
    if (!isFromBranch) for (const change of compared.changes) await writer.apply(change);
    if (isLast) await writer.settle(content, assigned);
    before = content;
    const paths = writer.takePaths();
    const nextTree = paths.length === 0 ? tree : await writer.editor.write();
    if (nextTree === undefined || nextTree === tree) continue;
    const parents = parent === undefined ? [] : [parent];
    const oid = await folder.writeCommit({ tree: nextTree, parents, author, message });
    writer.written.push(oid);
    commits.push({ oid, revision, message, paths });
    for (const path of paths) writtenPaths.add(path);
    [parent, tree] = [oid, nextTree];
  }
  if (commits.length > 0) {
    const oids = new Set([...writer.written, ...writer.editor.written]);
    await folder.pack([...oids], request.pack);
  }
  const last = request.revisions.at(-1)?.content;
  const placed = last
    ? await placeItems(writer, request, { last, assigned, writtenPaths })
    : { files: [], forgotten: [] };
  for (const { id, git } of last ? itemsOf(last) : [])
    if (git?.path === assigned.get(id)) assigned.delete(id);
  return { commits, isPacked: commits.length > 0, assigned, held: [...writer.held], ...placed };
}

/** Where the branch has the items that changed since it was written last, or whose files were written. */
async function placeItems(
  writer: CommitWriter,
  { base, assigned: assignedBefore }: CommitRequest,
  {
    last,
    assigned,
    writtenPaths,
  }: { last: SpaceContent; assigned: ReadonlyMap<string, string>; writtenPaths: ReadonlySet<string> },
): Promise<Pick<WrittenCommits, 'files' | 'forgotten'>> {
  const before = new Map(base && itemsOf(base).map((item) => [item.id, versionOf(item)]));
  const pathsBefore = base && listBookPaths(base, assignedBefore);
  const paths = listBookPaths(last, assigned);
  const root = last.book?.root === undefined ? '' : `${last.book.root}/`;
  const files: PushedFile[] = [];
  const forgotten = new Set(before.keys());
  for (const item of itemsOf(last)) {
    const { id, git } = item;
    forgotten.delete(id);
    const path = paths.get(id);
    if (path === undefined) continue;
    const place = writer.place(root + path);
    const version = versionOf(item);
    const isSame = before.get(id) === version && pathsBefore?.get(id) === path && !writtenPaths.has(place);
    if (isSame) continue;
    const oid = await writer.editor.find(place);
    if (oid === undefined || (git?.path === path && git.oid === oid)) forgotten.add(id);
    else files.push({ id, version, path, oid });
  }
  return { files, forgotten: [...forgotten] };
}

class CommitWriter {
  readonly editor: TreeEditor;
  /** Objects that the pack has, beside trees. */
  readonly written: string[] = [];
  readonly held: Set<string>;
  readonly #request: CommitRequest;
  readonly #folder: ObjectFolder;
  /** What both sides changed differently. */
  readonly #conflicts = new Set<string>();
  /**
   * Tables of contents and settings that both sides changed. The last revision has the branch's text with the entries of its
   * pages; a merge by lines would bring back an entry that one side moved and the other deleted.
   */
  readonly #described = new Set<string>();
  /** What was not at its path any more, by the id of its page or file, as it was before it was changed here. */
  readonly #moved = new Map<string, Buffer>();
  #paths = new Set<string>();

  constructor(request: CommitRequest, folder: ObjectFolder, editor: TreeEditor) {
    this.#request = request;
    this.#folder = folder;
    this.editor = editor;
    this.held = new Set(request.held);
  }

  /** Writes the change of one file, unless the branch has it already, or something else that waits. */
  async apply({ path, id, before, after }: BookChange): Promise<void> {
    if (this.held.has(path)) return;
    const place = this.place(path);
    const current = await this.editor.find(place);
    const previous = before && (await this.#read(before));
    const next = after && (await this.#read(after));
    if (previous && current === undefined) {
      // The branch has it at another path by now. What it never had, such as a table of contents of files in the order of
      // their names, stays away.
      if (id !== undefined && !this.#moved.has(id)) this.#moved.set(id, previous);
      return;
    }
    if (next && idOf(next) === current) return;
    if (current === undefined || (previous && idOf(previous) === current)) {
      await this.#write(place, next);
      return;
    }
    if (id === undefined) {
      this.#described.add(path);
      return;
    }
    const merged = previous && next && mergeBytes(previous, next, await this.#folder.readBlob(current));
    if (merged) await this.#write(place, merged);
    else this.#conflicts.add(path);
  }

  /** Writes what is left, as the last revision has it. */
  async settle(content: SpaceContent, assigned: ReadonlyMap<string, string>): Promise<void> {
    const { holdsConflicts, released, texts } = this.#request;
    if (released.length + this.#conflicts.size + this.#moved.size + this.#described.size === 0) return;
    const last = bytesFinder({ content, texts, assigned });
    for (const path of this.#described) await this.#make(path, last.at(path)?.bytes);
    for (const [id, previous] of this.#moved) await this.#settleMoved(last.of(id), previous);
    if (holdsConflicts) for (const path of this.#conflicts) this.held.add(path);
    for (const path of [...released, ...(holdsConflicts ? [] : this.#conflicts)]) {
      this.held.delete(path);
      await this.#make(path, last.at(path)?.bytes);
    }
  }

  /** Writes the changes of a file that the branch has moved to where it is now. */
  async #settleMoved(file: { path: string; bytes: FileBytes } | undefined, previous: Buffer): Promise<void> {
    if (!file || this.held.has(file.path)) return;
    const current = await this.editor.find(this.place(file.path));
    const next = await this.#read(file.bytes);
    if (current === undefined || current === idOf(next)) return;
    const merged = mergeBytes(previous, next, await this.#folder.readBlob(current));
    if (merged) await this.#write(this.place(file.path), merged);
    else this.#conflicts.add(file.path);
  }

  async #make(path: string, bytes: FileBytes | undefined): Promise<void> {
    const next = bytes && (await this.#read(bytes));
    const place = this.place(path);
    if ((await this.editor.find(place)) !== (next && idOf(next))) await this.#write(place, next);
  }

  /** The paths that were written since this was asked for. */
  takePaths(): string[] {
    const paths = [...this.#paths].toSorted();
    this.#paths = new Set();
    return paths;
  }

  async #write(place: string, bytes: Buffer | undefined): Promise<void> {
    if (!bytes) await this.editor.delete(place);
    // A link or a folder is there: it is not replaced.
    else if (await this.editor.isBlocked(place)) return;
    else {
      const oid = await this.#folder.writeBlob(bytes);
      this.written.push(oid);
      await this.editor.set(place, oid);
    }
    this.#paths.add(place);
  }

  async #read(bytes: FileBytes): Promise<Buffer> {
    if (Buffer.isBuffer(bytes)) return bytes;
    const file = this.#request.files.get(bytes.bytesId);
    if (file === undefined) throw new Error(`The bytes ${bytes.bytesId} were not given.`);
    return readFile(file);
  }

  place(path: string): string {
    const { directory } = this.#request;
    return directory === '' ? path : `${directory}/${path}`;
  }
}

/** The id of a file with these bytes. */
function idOf(bytes: Buffer): string {
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}

/** The merge of two versions of a text, in the encoding of the one in the branch; undefined if they conflict or are no texts. */
function mergeBytes(base: Buffer, ours: Buffer, theirs: Buffer): Buffer | undefined {
  const versions = [base, ours, theirs].map((bytes) => decodeText(bytes));
  const [was, our, their] = versions;
  if (!was || !our || !their) return undefined;
  const isCrlf = their.text.includes('\r\n');
  const [first, second, third] = [was, our, their].map(({ text }) => text.replaceAll('\r\n', '\n'));
  const merged = mergeText(first ?? '', second ?? '', third ?? '');
  if (merged === undefined) return undefined;
  const isMixed = isCrlf && /(?<!\r)\n/.test(their.text);
  if (isMixed) return undefined;
  return encodeText(isCrlf ? merged.replaceAll('\n', '\r\n') : merged, their);
}

// @module-tag git
// Random histories of edits on both sides, with crashes: afterwards both sides are equal, no line that somebody wrote is
// lost, and no commit was taken back. `GIT_HISTORIES` sets how many.
import { sql } from 'kysely';
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { flattenPages } from '#server/content/pages/page-tree.ts';
import { documentIdOf, type StoredContent, type StoredPage } from '#server/content/pages/storage.ts';
import { listBookFiles } from '#server/content/source/write-book.ts';
import { getRevision, loadTexts } from '#server/content/stored/revisions.ts';
import type { SyncContext } from '#server/git-sync/git-connection.ts';
import { syncConnection } from '#server/git-sync/sync-connection.ts';
import { SeededRandom } from '../random.ts';
import { type GitClone, GitPeer } from './git-peer.ts';
import { MortalContext } from './mortal-context.ts';
import { changePage, SyncedSpace } from './synced-space.ts';

const HISTORIES = Number(process.env.GIT_HISTORIES ?? 20);
const SEED = Number(process.env.GIT_SEED ?? 1);
const STEPS = 8;

let peer: GitPeer;
beforeAll(async () => {
  peer = await GitPeer.start();
});
afterAll(() => peer.stop());

const TEXT = (title: string) =>
  `# ${title}\n\n${Array.from({ length: 12 }, (_, line) => `${title} has line ${line}.\n`).join('\n')}`;

interface Sides {
  branch: Record<string, string>;
  space: Record<string, string>;
  /** That somebody wrote, and that are in no file of the branch. */
  lostLines: string[];
}

class History {
  readonly #random: SeededRandom;
  readonly #space: SyncedSpace;
  readonly #clone: GitClone;
  readonly #tips: string[] = [];
  /** Lines that were written, and still have to be there. */
  readonly #lines = new Map<string, string>();
  #count = 0;

  constructor(random: SeededRandom, space: SyncedSpace, clone: GitClone) {
    this.#random = random;
    this.#space = space;
    this.#clone = clone;
  }

  async run(): Promise<void> {
    await this.#sync();
    for (let step = 0; step < STEPS; step += 1) {
      const both = this.#random.below(4);
      if (both !== 0) await this.#editSpace();
      if (both !== 1) await this.#editBranch();
      if (this.#random.chance(0.5)) await this.#crash();
      if (this.#random.chance(0.7)) await this.#sync();
    }
    for (let round = 0; round < 4; round += 1) await this.#sync();
  }

  async #sync(): Promise<void> {
    const outcome = await this.#space.sync();
    if (outcome.state !== 'synced') throw new Error(`The sync failed: ${outcome.problem?.message}`);
    this.#tips.push((await this.#clone.git('ls-remote', 'origin', 'refs/heads/main')).slice(0, 40));
    if (outcome.changeRequest !== undefined) await this.#resolve(outcome.changeRequest);
  }

  /** A run that ends somewhere, and may take the work folder with it. */
  async #crash(): Promise<void> {
    const mortal = new MortalContext(this.#space.context, this.#random.below(60));
    await syncConnection(mortal.context, this.#space.connection).catch((error: unknown) => {
      if (!String(error).includes('killed')) throw error;
    });
    await mortal.settled();
    if (this.#random.chance(0.3)) await rm(this.#space.context.workFolder, { recursive: true, force: true });
  }

  /** Somebody takes the lines of both sides. */
  async #resolve(changeRequest: string): Promise<void> {
    const { db, clock } = this.#space.context;
    const { spaceId } = this.#space.connection;
    const row = await db
      .selectFrom('change_requests')
      .select('revision_id')
      .where('id', '=', changeRequest)
      .executeTakeFirstOrThrow();
    const asked = flattenPages((await getRevision(db, spaceId, row.revision_id)).pages);
    const content = await this.#space.content();
    const ids = [...asked, ...flattenPages(content.pages)].flatMap(({ documentId }) => documentId ?? []);
    const texts = await loadTexts(db, ids);
    const written: string[] = [];
    const union = (page: StoredPage): StoredPage => {
      const other = asked.find(({ id }) => id === page.id);
      const [ours, theirs] = [page, other].map((one) => texts.get(one?.documentId ?? '') ?? '');
      const present = new Set((ours ?? '').split('\n'));
      const added = (theirs ?? '').split('\n').filter((line) => !present.has(line));
      const pages = page.pages.map(union);
      if (added.length === 0) return { ...page, pages };
      const text = `${(ours ?? '').trimEnd()}\n\n${added.join('\n\n')}\n`;
      written.push(text);
      return { ...page, documentId: documentIdOf(text), pages };
    };
    const known = new Set(flattenPages(content.pages).map(({ id }) => id));
    const back = asked
      .filter(({ id, documentId }) => !known.has(id) && this.#holdsLine(texts.get(documentId ?? '') ?? ''))
      .map((page) => ({ ...page, pages: [] }));
    const merged = await this.#space.edit((before) => ({
      content: { ...before, pages: [...before.pages.map(union), ...back] },
      texts: written,
    }));
    await db
      .updateTable('change_requests')
      .set({ status: 'merged', revision_merged: merged, updated_at: clock.now() })
      .where('id', '=', changeRequest)
      .execute();
  }

  #holdsLine(text: string): boolean {
    return [...this.#lines.values()].some((line) => text.includes(line));
  }

  #newLine(): string {
    this.#count += 1;
    const line = `Line number ${this.#count} of this history.`;
    this.#lines.set(line, line);
    return line;
  }

  /** Lines of a text that is deleted need not be anywhere. */
  #forget(text: string): void {
    for (const line of this.#lines.keys()) if (text.includes(line)) this.#lines.delete(line);
  }

  #withLine(text: string): string {
    const lines = text.split('\n');
    lines.splice(2 + this.#random.below(Math.max(1, lines.length - 2)), 0, '', this.#newLine(), '');
    return lines.join('\n');
  }

  async #editSpace(): Promise<void> {
    const content = await this.#space.content();
    const documents = flattenPages(content.pages).filter(({ type }) => type === 'document');
    const page = this.#random.pick(documents);
    const texts = await loadTexts(
      this.#space.context.db,
      documents.flatMap(({ documentId }) => documentId ?? []),
    );
    const text = texts.get(page.documentId ?? '') ?? '';
    const kind = this.#random.below(10);
    if (kind < 5) await this.#space.write(page.title, this.#withLine(text));
    else if (kind === 5)
      await this.#edit((pages) => changePage(pages, page.title, { title: `Title ${this.#next()}` }));
    else if (kind === 6 && documents.length > 3 && page.pages.length === 0) {
      this.#forget(`${page.source?.frontMatter ?? ''}${text}`);
      await this.#edit((pages) => without(pages, page.id));
    } else if (kind === 7) await this.#edit((pages) => [...without(pages, page.id), { ...page }]);
    else {
      const title = `Page ${this.#next()}`;
      const markdown = this.#withLine(TEXT(title));
      const added = {
        ...page,
        id: `page-${title}-${this.#space.connection.id}`,
        title,
        slug: `page-${this.#count}`,
      };
      const { git: _git, source: _source, ...fields } = added;
      const fresh = { ...fields, documentId: documentIdOf(markdown), pages: [] };
      await this.#edit((pages) => [...pages, fresh], [markdown]);
    }
  }

  #next(): number {
    this.#count += 1;
    return this.#count;
  }

  async #edit(change: (pages: StoredPage[]) => StoredPage[], texts: string[] = []): Promise<void> {
    await this.#space.edit(({ pages, ...content }) => ({
      content: { ...content, pages: change(pages) },
      texts,
    }));
  }

  async #editBranch(): Promise<void> {
    const files = await this.#clone.files();
    const summary = files['SUMMARY.md'] ?? '';
    const paths = Object.keys(files).filter((path) => path.endsWith('.md') && path !== 'SUMMARY.md');
    const path = this.#random.pick(paths);
    const text = files[path] ?? '';
    const kind = this.#random.below(10);
    if (kind < 5) await this.#commit({ [path]: this.#withLine(text) });
    else if (kind === 5 && paths.length > 3 && path !== 'README.md') {
      this.#forget(text);
      await this.#commit({ [path]: undefined, 'SUMMARY.md': withoutLine(summary, path) });
    } else if (kind === 6 && path !== 'README.md') {
      const renamed = `moved/file-${this.#next()}.md`;
      await this.#commit({
        [path]: undefined,
        [renamed]: text,
        'SUMMARY.md': summary.replace(`(${path})`, `(${renamed})`),
      });
    } else if (kind === 7) await this.#commit({ '.gitbook/assets/p.png': `picture ${this.#next()}` });
    else {
      const added = `new/file-${this.#next()}.md`;
      const title = `File ${this.#count}`;
      const markdown = this.#withLine(TEXT(title));
      await this.#commit({
        [added]: markdown,
        'SUMMARY.md': `${summary.trimEnd()}\n* [${title}](${added})\n`,
      });
    }
  }

  async #commit(files: Record<string, string | undefined>): Promise<void> {
    this.#tips.push(await this.#clone.commit(files));
  }

  /** What both sides have. No commit was taken back. */
  async sides(): Promise<Sides> {
    const { db } = this.#space.context;
    const content = await this.#space.content();
    const state = await db
      .selectFrom('git_sync_states')
      .select('assigned_paths')
      .where('connection_id', '=', this.#space.connection.id)
      .executeTakeFirst();
    const written = await exportOf(
      this.#space.context,
      { ...content, spaceId: this.#space.connection.spaceId },
      new Map(Object.entries(state?.assigned_paths ?? {})),
    );
    const files = await this.#clone.files();
    const all = Object.values(files).join('\n');
    for (const tip of this.#tips) await this.#clone.git('merge-base', '--is-ancestor', tip, 'origin/main');
    await this.#clone.git('fsck', '--strict');
    const readable = (side: Record<string, string>) => ({
      ...side,
      'SUMMARY.md': entriesOf(side['SUMMARY.md']).join('\n'),
    });
    return {
      branch: readable(files),
      space: readable(written),
      lostLines: [...this.#lines.keys()].filter((line) => !all.includes(line)),
    };
  }
}

async function exportOf(
  { db }: SyncContext,
  content: StoredContent & { spaceId: string },
  assigned: ReadonlyMap<string, string>,
): Promise<Record<string, string>> {
  const files = listBookFiles(content, assigned);
  const texts = await loadTexts(
    db,
    files.flatMap((file) => ('file' in file ? [] : file.documents)),
  );
  const entries = files.map(async (file) => {
    if (!('file' in file)) return [file.path, file.text(texts).toString('utf8')] as const;
    const { rows } = await sql<{
      data: Buffer;
    }>`select data from files where id = ${file.file.data ?? file.file.id}`.execute(db);
    return [file.path, Buffer.from(rows[0]?.data ?? '').toString('utf8')] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

const without = (pages: readonly StoredPage[], id: string): StoredPage[] =>
  pages.flatMap((page) => (page.id === id ? [] : [{ ...page, pages: without(page.pages, id) }]));

const withoutLine = (summary: string, path: string): string =>
  summary
    .split('\n')
    .filter((line) => !line.includes(`(${path})`))
    .join('\n');

/** The lines of a table of contents that name something. */
const entriesOf = (summary = ''): string[] => summary.split('\n').filter((line) => /\[|^##/.test(line));

async function runHistory(seed: number): Promise<Sides> {
  const name = `history-${seed}`;
  const clone = await peer.create(name);
  await clone.commit({
    'SUMMARY.md':
      '# Table of contents\n\n* [Home](README.md)\n* [One](one.md)\n  * [Two](one/two.md)\n* [Three](three.md)\n',
    'README.md': `${TEXT('Home')}\n![p](.gitbook/assets/p.png)\n`,
    'one.md': TEXT('One'),
    'one/two.md': TEXT('Two').replaceAll('\n', '\r\n'),
    'three.md': `---\nicon: owl # why\n---\n\n${TEXT('Three')}`,
    '.gitbook/assets/p.png': 'picture',
  });
  const space = await SyncedSpace.create(peer.urlOf(name));
  const history = new History(new SeededRandom(seed), space, clone);
  try {
    await history.run();
    return await history.sides();
  } finally {
    await space.end();
  }
}

const seeds = Array.from({ length: HISTORIES }, (_, index) => SEED + index);

test.each(seeds)(
  'a history with crashes ends with two equal sides: GIT_HISTORIES=1 GIT_SEED=%i',
  async (seed) => {
    const { branch, space, lostLines } = await runHistory(seed);
    expect(branch).toEqual(space);
    expect(lostLines).toEqual([]);
  },
  600_000,
);

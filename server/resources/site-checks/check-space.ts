import type { Kysely } from 'kysely';
import type { Turns } from '#server/base/turns.ts';
import { flattenPages, linkedTextIds } from '#server/content/pages/page-tree.ts';
import type { StoredFileRef, StoredPage } from '#server/content/pages/storage.ts';
import { loadCheckedTexts } from '#server/content/stored/checked-texts.ts';
import { addressesOfFiles, withConnectedPages } from '#server/content/stored/connected-pages.ts';
import { loadLinksInTurns } from '#server/content/stored/count-links.ts';
import {
  loadNamedOutlines,
  specificationNames,
} from '#server/content/stored/references/linked-specifications.ts';
import { linkResolver } from '#server/content/stored/resolve-links.ts';
import type { Database } from '#server/database/tables/schema.ts';
import type { StoredTextCheck } from '#server/database/tables/stored-texts.ts';
import { isReadable, type ReaderContent } from '#server/published/visit/reader-content.ts';
import type { Findings } from './site-checks.rules.ts';

/** What the spaces of a site use of each other. */
export class Uses {
  /** Ids of pages that another page links to. */
  readonly pages = new Set<string>();
  /** Ids and names of files. */
  readonly files = new Set<string>();
}

/** What of a space is checked. */
export interface CheckedContent extends Pick<ReaderContent, 'spaceId' | 'entries'> {
  stored: Pick<ReaderContent['stored'], 'files'>;
  reusableContents: Pick<ReaderContent['reusableContents'], 'list'>;
}

/** A space of a site with what is known of its texts. */
export interface CheckedSpace<Content extends CheckedContent = ReaderContent> {
  content: Content;
  checked: ReadonlyMap<string, StoredTextCheck>;
}

export interface Scope {
  db: Kysely<Database>;
  organizationId: string;
  turns: Turns;
}

/** Reads the texts of a space, and adds what they use. */
export async function readSpace(scope: Scope, content: ReaderContent, uses: Uses): Promise<CheckedSpace> {
  const pages = [...content.stored.pages];
  await scope.turns.next();
  const ids = linkedTextIds({ pages, reusableContents: [...content.reusableContents.list] });
  await scope.turns.next();
  const checked = await loadCheckedTexts(scope.db, ids, scope.organizationId);
  await readLinks(scope, content, uses);
  for (const page of flattenPages(pages)) addFilesOf(page, uses.files);
  await scope.turns.next();
  for (const { files } of checked.values()) for (const name of files) uses.files.add(name);
  return { content, checked };
}

/** Adds what pages link to: those of a space, or some of them. */
export async function readLinks(
  { db, organizationId, turns }: Scope,
  content: ReaderContent,
  uses: Uses,
  some?: readonly StoredPage[],
): Promise<void> {
  const pages = [...content.stored.pages];
  const reusableContents = [...content.reusableContents.list];
  const read = some ? some.map((page) => ({ ...page, pages: [] })) : flattenPages(pages);
  const ids = linkedTextIds({ pages: some ? [...read] : pages, reusableContents });
  await turns.next();
  const textLinks = await loadLinksInTurns(db, ids);
  const names = specificationNames(pages, textLinks);
  await turns.next();
  const outlines = await loadNamedOutlines(db, organizationId, names);
  const linked = {
    spaceId: content.spaceId,
    pages,
    files: [...content.stored.files],
    reusableContents,
    book: content.stored.book,
    textLinks,
    outlines,
  };
  const addresses = addressesOfFiles({ pages: some ? [...read] : pages, reusableContents }, textLinks);
  const linksAt = linkResolver(await withConnectedPages(db, linked, addresses));
  await turns.next();
  for (const page of read) {
    for (const { target } of linksAt(page)) {
      const pageId = target.page?.id ?? target.pageId;
      if (pageId !== undefined && pageId !== page.id) uses.pages.add(pageId);
      if (target.file) uses.files.add(target.file.id);
    }
    await turns.next();
  }
}

const FILE_ID = /\/files\/([\w-]{1,100})/g;

/** The pictures of a page beside its text. */
export function addFilesOf({ icon = '', emoji = '', cover }: StoredPage, files: Set<string>): void {
  for (const [, id = ''] of `${icon} ${emoji}`.matchAll(FILE_ID)) files.add(id);
  if (cover) files.add(cover.ref.file);
}

interface SpaceCheck {
  findings: Findings;
  uses: Record<keyof Uses, Pick<ReadonlySet<string>, 'has'>>;
  turns: Turns;
  /** Whether a condition can hold for any visitor. */
  isAlive: (expression: string) => boolean;
  /** Whether links to other sites are asked. */
  checksLinks: boolean;
}

/** Adds what is wrong in a space. */
export async function checkSpace(space: CheckedSpace<CheckedContent>, check: SpaceCheck): Promise<void> {
  const { content } = space;
  for (const { page, isHidden } of content.entries) {
    await check.turns.next();
    if (!isReadable(page) || page.reference) continue;
    const place = placeOf(content, page);
    if (page.type === 'document' && !isHidden && (page.description ?? '').trim() === '')
      check.findings.add({ kind: 'missing-description', ...place });
    if (isHidden && !check.uses.pages.has(page.id)) check.findings.add({ kind: 'orphan-page', ...place });
    addTextFindings(space, page.documentId, place, check);
  }
  for (const { id, title, documentId } of content.reusableContents.list) {
    const place = { space_id: content.spaceId, content_id: id, title };
    addTextFindings(space, documentId, place, check);
    await check.turns.next();
  }
  for (const file of content.stored.files) {
    const isUsed = keysOfFile(file).some((key) => check.uses.files.has(key));
    if (!isUsed)
      check.findings.add({
        kind: 'unused-file',
        space_id: content.spaceId,
        file_id: file.id,
        title: file.name,
      });
    await check.turns.next();
  }
}

/** What names a file in texts. */
export function keysOfFile({ id, name, git }: StoredFileRef): string[] {
  const [fileName = ''] = (git?.path ?? name).split('/').slice(-1);
  return [id, name, fileName];
}

const placeOf = ({ spaceId }: CheckedContent, { id, title, path }: StoredPage) => ({
  space_id: spaceId,
  page_id: id,
  title,
  path,
});

type TextOwner = ReturnType<typeof placeOf> | { space_id: string; content_id: string; title: string };

function addTextFindings(
  { checked }: Pick<CheckedSpace, 'checked'>,
  documentId: string | undefined,
  owner: TextOwner,
  { findings, isAlive, checksLinks }: SpaceCheck,
): void {
  const text = documentId === undefined ? undefined : checked.get(documentId);
  if (!text) return;
  for (const { kind, line, text: detail } of text.problems) findings.add({ kind, ...owner, line, detail });
  for (const { line, text: detail } of text.conditions)
    if (!isAlive(detail)) findings.add({ kind: 'dead-condition', ...owner, line, detail });
  if (!checksLinks) return;
  for (const { line, text: detail } of text.links) {
    const [url = ''] = detail.split('#', 1);
    if (url.length > MAX_URL) continue;
    findings.add({ kind: 'dead-link', ...owner, line, detail, url });
  }
}

/** Longer addresses are not asked for. */
const MAX_URL = 1000;

import type { FastifyRequest } from 'fastify';
import { decideText } from '#server/content/html/text-html.ts';
import type { StoredPage } from '#server/content/pages/storage.ts';
import type { AddressOfFile } from '#server/content/stored/connected-pages.ts';
import type { TextHtml } from '#server/database/tables/stored-texts.ts';
import type { ReaderContent } from '../visit/reader-content.ts';
import { shownBranches } from '../visit/site-conditions.ts';
import type { VisitContext } from '../visit/visit.ts';
import { IncludedTexts } from './included-texts.ts';

/** The text of a page for one visitor. */
export interface PageText {
  /**
   * The branches of conditions that the visitor sees, for each text of the page that has some; undefined where none has.
   */
  branches: readonly (readonly [documentId: string, shown: readonly number[]])[] | undefined;
  /** The API specifications that its blocks name. */
  specs: readonly string[];
  /** The addresses of embeds in it, also in branches that the visitor doesn't see. */
  embeds: readonly string[];
  /** Whether it has updates, also in branches that the visitor doesn't see. */
  hasUpdates: boolean;
  /** Its addresses that may lead out of the book, also in branches that the visitor doesn't see. */
  upwards: readonly AddressOfFile[];
  /** @param isMember whether a box says what is included and not there */
  load: (isMember: boolean) => Promise<TextHtml>;
  /** The text without what conditions decide. */
  loadOpen: () => Promise<TextHtml>;
}

const empty = async (): Promise<TextHtml> => ({ parts: [], headings: [] });
const NO_TEXT: PageText = {
  branches: undefined,
  specs: [],
  embeds: [],
  hasUpdates: false,
  upwards: [],
  load: empty,
  loadOpen: empty,
};

/**
 * Finds the text of a page, with what it includes and what its conditions are for the visitor. Of texts that are known,
 * nothing is read until it is loaded.
 */
export async function findPageText(
  { db }: Pick<FastifyRequest, 'db'>,
  { site, visitor }: VisitContext,
  { reusableContents }: Pick<ReaderContent, 'reusableContents'>,
  { documentId, git }: Pick<StoredPage, 'documentId' | 'git'>,
): Promise<PageText> {
  if (documentId === undefined) return NO_TEXT;
  const texts = new IncludedTexts(db, site.organizationId, reusableContents);
  const { conditions, ...needs } = await texts.needsOf(documentId, git);
  const shown = new Map(
    [...conditions].map(([id, some]) => [id, shownBranches(some, visitor.claims)] as const),
  );
  return {
    branches: shown.size === 0 ? undefined : [...shown],
    ...needs,
    loadOpen: () =>
      texts.html(documentId, git, {
        decide: (_id, text) => decideText(text, () => false),
        showsMissing: false,
      }),
    load: (showsMissing) =>
      texts.html(documentId, git, {
        decide: (id, text) => decideText(text, (guard) => shown.get(id)?.includes(guard) ?? false),
        showsMissing,
      }),
  };
}

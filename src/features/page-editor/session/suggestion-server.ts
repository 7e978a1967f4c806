import {
  createChangeRequestComment,
  deleteChangeRequestComment,
  listChangeRequestComments,
  updateChangeRequestComment,
} from '#api/generated/sdk.gen.ts';
import type { Comment } from '#api/generated/types.gen.ts';
import type { PageVersion } from '#src/domain/page-drafts/page-drafts.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { type SuggestedLines, suggestedLines, withSuggestions } from '../text/suggested-lines.ts';
import { type EditedPage, fetchVersion, toFailure, toReadFailure } from './session-server.ts';
import { outdated, type SaveFailure, type SessionServer } from './session-types.ts';
import { unsavedFilesOf } from './unsaved-files.ts';

/** Each suggestion is a comment that others are told of. */
const maxSuggestions = 50;

const strict = { throwOnError: true } as const;

interface OwnSuggestion extends SuggestedLines {
  comment: Comment;
}

/** The open suggestions of a person for a page, newest first. */
async function listOwn(page: EditedPage, userId: string): Promise<OwnSuggestion[]> {
  const { spaceId, changeRequestId, pageId } = page;
  const own: OwnSuggestion[] = [];
  let next: string | undefined;
  do {
    const { data } = await listChangeRequestComments({
      path: { spaceId, changeRequestId },
      query: {
        limit: 100,
        status: 'open',
        format: 'markdown',
        targetPage: pageId,
        authors: [userId],
        ...(next !== undefined && { page: next }),
      },
      cache: 'no-store',
      ...strict,
    });
    for (const comment of data.items) {
      const { suggestion } = comment;
      if (suggestion && !suggestion.outdated && !suggestion.applied) own.push({ ...suggestion, comment });
    }
    next = data.next?.page;
  } while (next !== undefined);
  return own;
}

const isSame = (a: SuggestedLines, b: SuggestedLines): boolean =>
  a.startLine === b.startLine && a.endLine === b.endLine && a.text === b.text;

const isOnSameLines = (a: SuggestedLines, b: SuggestedLines): boolean =>
  a.startLine <= b.endLine && b.startLine <= a.endLine;

/**
 * The page with the person's own suggestions, for a session whose saves are suggestions: the text of the page stays, and
 * each changed paragraph becomes a comment. What was suggested before is edited further.
 */
export function suggestionServer(
  page: EditedPage,
  userId: string,
  draftKey: string,
): SessionServer & { read(): Promise<PageVersion | SaveFailure> } {
  const unsavedFiles = unsavedFilesOf(draftKey);
  const path = { spaceId: page.spaceId, changeRequestId: page.changeRequestId };
  /** The suggestions that were there when the text was read. */
  let known: readonly string[] = [];
  const remember = (own: readonly OwnSuggestion[]) => {
    known = own.map(({ comment }) => comment.id);
  };
  const read = async (): Promise<PageVersion | SaveFailure> => {
    const own = await listOwn(page, userId);
    const version = await fetchVersion(page);
    if ('reason' in version) return version;
    remember(own);
    return { ...version, text: withSuggestions(version.text, own).text };
  };
  const suggest = async (lines: SuggestedLines, revision: string, words: string) => {
    const { startLine, endLine, text } = lines;
    const suggestion = { startLine, endLine, text, revision };
    const body = { page: page.pageId, body: { markdown: words }, suggestion };
    await createChangeRequestComment({ path, body, ...strict });
  };
  /** A discussion stays. */
  const withdraw = async ({ comment: { id: commentId, replies } }: OwnSuggestion) => {
    if (replies > 0)
      await updateChangeRequestComment({ path: { ...path, commentId }, body: { resolved: true }, ...strict });
    else await deleteChangeRequestComment({ path: { ...path, commentId }, ...strict });
  };
  return {
    read,
    async save({ text }, revision) {
      // Only the text is suggested.
      if (text === undefined) return { revision };
      try {
        const refusal = refusalOf(unsavedFiles.namedIn(text).length);
        if (refusal) return refusal;
        const own = await listOwn(page, userId);
        const version = await fetchVersion(page);
        if ('reason' in version) return version;
        // Made, taken back or answered elsewhere: the text here has to have it first.
        const isKnown = own.length === known.length && own.every(({ comment }) => known.includes(comment.id));
        if (version.revision !== revision || !isKnown) return outdated;
        const { shown } = withSuggestions(version.text, own);
        const wanted = suggestedLines(version.text, text);
        if (wanted.length > maxSuggestions) return tooMany(wanted.length);
        const replaced = shown.filter((old) => !wanted.some((lines) => isSame(lines, old)));
        for (const lines of wanted) {
          if (shown.some((old) => isSame(lines, old))) continue;
          const before = replaced.find((old) => isOnSameLines(lines, old));
          await suggest(lines, revision, before?.comment.body.markdown ?? '');
        }
        for (const old of replaced) await withdraw(old);
        remember(await listOwn(page, userId));
        return { revision };
      } catch (error) {
        return toFailure(error);
      }
    },
    current: () => read().catch((error: unknown) => toReadFailure(page, error)),
  };
}

const refused = (message: string): SaveFailure => ({ reason: 'refused', message });

const tooMany = (count: number): SaveFailure =>
  refused(
    `These are ${formatNumber(count)} suggestions, and a page takes ${maxSuggestions} from one person. Take some changes back, or edit the page.`,
  );

function refusalOf(files: number): SaveFailure | undefined {
  if (files === 0) return undefined;
  return refused('A suggestion can’t add files. Take the new pictures and files out of the text.');
}

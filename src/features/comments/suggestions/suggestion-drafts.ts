import { deleteDraft, listDrafts, readFormDraft, writeDraft } from '#src/components/tab-drafts/tab-drafts.ts';
import type { CommentContext } from '../actions.ts';

/** A suggestion being written. */
export interface SuggestionDraft {
  /** The revision that the lines are counted in, from 1; both included. */
  revision: string;
  /** The page's text there. */
  documentId: string;
  startLine: number;
  endLine: number;
  /** The lines as they are there. */
  original: string;
  /** The replacement. */
  text: string;
}

type SuggestedLines = Pick<SuggestionDraft, 'revision' | 'startLine' | 'endLine'>;

const prefixOf = ({ spaceId, changeRequestId = '' }: CommentContext, pageId: string) =>
  `suggestion.${spaceId}.${changeRequestId}.${pageId}.`;

export const keyOf = ({ revision, startLine, endLine }: SuggestedLines) =>
  `${revision}.${startLine}-${endLine}`;

/** Name of the draft; also of the one of its comment. */
export const suggestionDraftName = (context: CommentContext, pageId: string, lines: SuggestedLines) =>
  prefixOf(context, pageId) + keyOf(lines);

const fields = ['revision', 'documentId', 'startLine', 'endLine', 'original', 'text'];

const isDraft = (stored: object) => fields.every((field) => field in stored);

/** The unsent suggestions for a page. */
export function listSuggestionDrafts(context: CommentContext, pageId: string): SuggestionDraft[] {
  const prefix = prefixOf(context, pageId);
  return listDrafts(prefix).flatMap((key) => readFormDraft<SuggestionDraft>(prefix + key, isDraft) ?? []);
}

/** The stored draft for the same lines. */
export const readSuggestionDraft = (context: CommentContext, pageId: string, lines: SuggestedLines) =>
  readFormDraft<SuggestionDraft>(suggestionDraftName(context, pageId, lines), isDraft);

export const saveSuggestionDraft = (context: CommentContext, pageId: string, draft: SuggestionDraft) =>
  writeDraft(suggestionDraftName(context, pageId, draft), JSON.stringify(draft));

export const deleteSuggestionDraft = (context: CommentContext, pageId: string, lines: SuggestedLines) =>
  deleteDraft(suggestionDraftName(context, pageId, lines));

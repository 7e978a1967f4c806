import type { CommentSuggestion, CommentSuggestionCreate } from '#api/generated/types.gen.ts';
import { toAuthorView } from '#server/access/users.view.ts';
import { badValue } from '#server/base/errors.ts';
import type { StoredPage } from '#server/content/pages/storage.ts';
import type { CommentRow } from './comments.queries.ts';
import { type LineRange, linesOf, replaceLines, type StoredSuggestion } from './follow-lines.ts';

/** The same for the lines that are replaced as for those that replace them. */
const MAX_ORIGINAL_LENGTH = 65_536;

/** Throws 400 where the page has no such lines, or nothing would change. */
export function parseSuggestion(
  { startLine, endLine, text }: CommentSuggestionCreate,
  page: StoredPage,
  markdown: string,
  path = 'body',
): StoredSuggestion {
  if (page.type === 'group' || page.type === 'link') {
    throw badValue(`${path}.page`, `is a page of type ${page.type}, which has no text`);
  }
  const count = markdown.split('\n').length;
  const range = { startLine, endLine };
  if (endLine > count)
    throw badValue(`${path}.suggestion.endLine`, `must be at most ${count}, the last line`);
  if (startLine > endLine) throw badValue(`${path}.suggestion.startLine`, 'must not be after the last line');
  const original = linesOf(markdown, range);
  if (original.length > MAX_ORIGINAL_LENGTH) {
    throw badValue(
      `${path}.suggestion.endLine`,
      `must leave at most ${MAX_ORIGINAL_LENGTH.toLocaleString('en')} characters to replace`,
    );
  }
  if (replaceLines(markdown, [{ range, replacement: text }]) === markdown) {
    throw badValue(`${path}.suggestion.text`, 'must differ from the lines that it replaces');
  }
  return { ...range, original, text };
}

/** @param current the current place of its lines; undefined if they were removed */
export function toSuggestionView(
  row: CommentRow,
  suggestion: StoredSuggestion,
  current: LineRange | undefined,
): CommentSuggestion {
  const { original, text, startLine, endLine } = suggestion;
  const { applied_at: at, applied_revision: revision } = row;
  const isApplied = at !== null && revision !== null;
  const range = isApplied || !current ? { startLine, endLine } : current;
  const applier = {
    display_name: row.applier_name,
    email: row.applier_email,
    photo_url: row.applier_photo_url,
  };
  return {
    startLine: range.startLine,
    endLine: range.endLine,
    original,
    text,
    outdated: !isApplied && !current,
    ...(isApplied && {
      applied: { by: toAuthorView(row.applied_by, applier), at: at.toISOString(), revision },
    }),
  };
}

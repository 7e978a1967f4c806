import { createPortal } from 'react-dom';
import type { ChangeRequest, Comment, Page, Space } from '#api/generated/types.gen.ts';
import { currentUser } from '#src/api/session/session.ts';
import { type LinkPaths, LinkPathsContext } from '#src/domain/document/link-paths.ts';
import type { ChangeRequestPath } from '#src/features/change-requests/labels.ts';
import { textFileOf, useLinkPaths } from '#src/features/change-requests/views/file-addresses.ts';
import { SuggestionActionsContext } from '#src/features/comments/suggestions/apply-suggestions.ts';
import { SuggestionInText } from '#src/features/comments/suggestions/suggestion-in-text.tsx';
import { ApplyAll } from '#src/features/comments/suggestions/suggestion.tsx';
import { ThreadCard } from '#src/features/comments/thread.tsx';
import type { DrawnSuggestion } from '#src/features/page-editor/field/drawn-marks.ts';
import type { CommentInText } from '#src/features/page-editor/use-marks-in-text.ts';
import { findPage } from '#src/features/spaces/queries.ts';
import { useSuggestionActions } from './use-suggestion-actions.ts';

/** How the texts of suggestions for a page are shown. */
export const useSuggestionPaths = (path: ChangeRequestPath, pages: readonly Page[], pageId: string) =>
  useLinkPaths(path, textFileOf(findPage(pages, pageId)), { next: pages, base: undefined }, true);

/** Suggestions as the editor draws them. */
export function drawnSuggestions(
  suggestions: readonly Comment[],
  paths: LinkPaths,
  isSuggesting: boolean,
): DrawnSuggestion[] {
  const userId = currentUser()?.id;
  return suggestions.flatMap(({ id, suggestion, postedBy }) =>
    suggestion
      ? {
          ...{ id, startLine: suggestion.startLine, endLine: suggestion.endLine },
          ...{ original: paths.show(suggestion.original), text: paths.show(suggestion.text) },
          isInText: isSuggesting && postedBy.id === userId,
        }
      : [],
  );
}

interface PageSuggestionsProps {
  path: ChangeRequestPath;
  changeRequest: ChangeRequest;
  space: Space;
  paths: LinkPaths;
  /** Those that can be applied. */
  suggestions: readonly Comment[];
  /** Whether the text has one's own, which are edited further there. */
  isSuggesting: boolean;
  /** Their places in the text. */
  inText: ReadonlyMap<string, CommentInText>;
}

/** The open suggestions for a page, below its text. Who may edit applies one or all of them. */
export function PageSuggestions(props: PageSuggestionsProps) {
  const { path, changeRequest, space, paths, suggestions, isSuggesting, inText } = props;
  const actions = useSuggestionActions(path, changeRequest, space);
  const userId = currentUser()?.id;
  if (suggestions.length === 0) return null;
  return (
    <SuggestionActionsContext value={actions}>
      <LinkPathsContext value={paths}>
        <section aria-labelledby="page-suggestions" className="mt-4">
          <h3 id="page-suggestions" className="mb-2 font-medium">
            Suggestions for this page
          </h3>
          <ApplyAll comments={suggestions} />
          <div className="flex flex-col gap-3">
            {suggestions.map((comment) => (
              <ThreadCard key={comment.id} comment={comment} />
            ))}
          </div>
          {suggestions.map((comment) => {
            const { place, edit, replaceBy } = inText.get(comment.id) ?? {};
            const { original = '', startLine } = comment.suggestion ?? {};
            if (!place || !edit || !replaceBy) return null;
            const takeBack = () => replaceBy(paths.show(original), startLine === 1);
            const own = isSuggesting && comment.postedBy.id === userId ? { edit, takeBack } : undefined;
            return createPortal(<SuggestionInText comment={comment} own={own} />, place, comment.id);
          })}
        </section>
      </LinkPathsContext>
    </SuggestionActionsContext>
  );
}

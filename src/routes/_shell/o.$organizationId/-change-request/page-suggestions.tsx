import { createPortal } from 'react-dom';
import type { ChangeRequest, Page, Space } from '#api/generated/types.gen.ts';
import { useList } from '#src/api/paging.ts';
import { currentUser } from '#src/api/session/session.ts';
import { LinkPathsContext } from '#src/domain/document/link-paths.ts';
import type { ChangeRequestPath } from '#src/features/change-requests/labels.ts';
import { textFileOf, useLinkPaths } from '#src/features/change-requests/views/file-addresses.ts';
import { threadsOf } from '#src/features/comments/queries.ts';
import {
  isApplicable,
  SuggestionActionsContext,
} from '#src/features/comments/suggestions/apply-suggestions.ts';
import { SuggestionInText } from '#src/features/comments/suggestions/suggestion-in-text.tsx';
import { ApplyAll } from '#src/features/comments/suggestions/suggestion.tsx';
import { ThreadCard } from '#src/features/comments/thread.tsx';
import { useSuggestionsInText } from '#src/features/page-editor/use-suggestions-in-text.ts';
import type { OpenedField } from '#src/features/page-editor/use-text-field.ts';
import { findPage } from '#src/features/spaces/queries.ts';
import type { Store } from '#src/lib/store.ts';
import { ListFooter } from '#src/ui/list-footer.tsx';
import { useSuggestionActions } from './use-suggestion-actions.ts';

interface PageSuggestionsProps {
  path: ChangeRequestPath;
  changeRequest: ChangeRequest;
  space: Space;
  pages: readonly Page[];
  pageId: string;
  /** The field with the text of the page. */
  opened: Store<OpenedField | null>;
}

/** The open suggestions for a page, below its text. Who may edit applies one or all of them. */
export function PageSuggestions({ path, changeRequest, space, pages, pageId, opened }: PageSuggestionsProps) {
  const scope = { of: 'changeRequest', ...path } as const;
  const list = useList(threadsOf(scope, { status: 'open', page: pageId }));
  const suggestions = list.items.filter(isApplicable);
  const actions = useSuggestionActions(path, changeRequest, space);
  const paths = useLinkPaths(
    path,
    textFileOf(findPage(pages, pageId)),
    { next: pages, base: undefined },
    true,
  );
  const userId = currentUser()?.id;
  const drawn = useSuggestionsInText(
    opened,
    suggestions.flatMap(({ id, suggestion, postedBy }) =>
      suggestion
        ? {
            ...{ id, startLine: suggestion.startLine, endLine: suggestion.endLine },
            ...{ original: paths.show(suggestion.original), text: paths.show(suggestion.text) },
            isInText: postedBy.id === userId,
          }
        : [],
    ),
  );
  if (suggestions.length === 0 && !list.hasMore) return null;
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
            const { place, edit, takeBack } = drawn.get(comment.id) ?? {};
            if (!place || !edit || !takeBack) return null;
            const own = comment.postedBy.id === userId ? { edit, takeBack } : undefined;
            return createPortal(<SuggestionInText comment={comment} own={own} />, place, comment.id);
          })}
          {list.hasMore && <ListFooter shown={list.items.length} list={list} noun="open comment" />}
        </section>
      </LinkPathsContext>
    </SuggestionActionsContext>
  );
}

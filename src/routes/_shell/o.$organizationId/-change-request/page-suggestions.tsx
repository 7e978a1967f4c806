import type { ChangeRequest, Page, Space } from '#api/generated/types.gen.ts';
import { useList } from '#src/api/paging.ts';
import { LinkPathsContext } from '#src/domain/document/link-paths.ts';
import type { ChangeRequestPath } from '#src/features/change-requests/labels.ts';
import { textFileOf, useLinkPaths } from '#src/features/change-requests/views/file-addresses.ts';
import { threadsOf } from '#src/features/comments/queries.ts';
import {
  isApplicable,
  SuggestionActionsContext,
} from '#src/features/comments/suggestions/apply-suggestions.ts';
import { ApplyAll } from '#src/features/comments/suggestions/suggestion.tsx';
import { ThreadCard } from '#src/features/comments/thread.tsx';
import { findPage } from '#src/features/spaces/queries.ts';
import { ListFooter } from '#src/ui/list-footer.tsx';
import { useSuggestionActions } from './use-suggestion-actions.ts';

interface PageSuggestionsProps {
  path: ChangeRequestPath;
  changeRequest: ChangeRequest;
  space: Space;
  pages: readonly Page[];
  pageId: string;
}

/** The open suggestions for a page, below its text. Who may edit applies one or all of them. */
export function PageSuggestions({ path, changeRequest, space, pages, pageId }: PageSuggestionsProps) {
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
          {list.hasMore && <ListFooter shown={list.items.length} list={list} noun="open comment" />}
        </section>
      </LinkPathsContext>
    </SuggestionActionsContext>
  );
}

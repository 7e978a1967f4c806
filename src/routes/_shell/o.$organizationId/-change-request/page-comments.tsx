import type { ChangeRequest, Page, Space } from '#api/generated/types.gen.ts';
import { useList } from '#src/api/paging.ts';
import { threadsOf } from '#src/features/comments/queries.ts';
import { isApplicable } from '#src/features/comments/suggestions/apply-suggestions.ts';
import { newWordsId, useWordComments } from '#src/features/comments/words/use-word-comments.ts';
import { WordComments } from '#src/features/comments/words/word-comments.tsx';
import { selectedWords, useMarksInText } from '#src/features/page-editor/use-marks-in-text.ts';
import type { OpenedField } from '#src/features/page-editor/use-text-field.ts';
import type { Store } from '#src/lib/store.ts';
import { ListFooter } from '#src/ui/list-footer.tsx';
import { drawnSuggestions, PageSuggestions, useSuggestionPaths } from './page-suggestions.tsx';

interface PageCommentsProps {
  /** Of the change request's screen. */
  params: { organizationId: string; spaceId: string; changeRequest: string };
  changeRequest: ChangeRequest;
  space: Space;
  /** The pages of the change request. */
  tree: { pages: readonly Page[] };
  pageId: string;
  /** The field with the text of the page. */
  opened: Store<OpenedField | null>;
  /** Whether what is typed are suggestions: the text has one's own. */
  isSuggesting: boolean;
}

/** The open comments on words of a page, and suggestions for it: in its text, and below it. */
export function PageComments(props: PageCommentsProps) {
  const { params, changeRequest, space, tree, pageId, opened, isSuggesting } = props;
  const { organizationId, spaceId, changeRequest: changeRequestId } = params;
  const path = { spaceId, changeRequestId };
  const list = useList(threadsOf({ of: 'changeRequest', ...path }, { status: 'open', page: pageId }));
  const suggestions = list.items.filter(isApplicable);
  const paths = useSuggestionPaths(path, tree.pages, pageId);
  const context = { organizationId, ...path, canComment: space.permissions.comment };
  const words = useWordComments({
    context,
    pageId,
    threads: list.items,
    selected: () => {
      const field = opened.get();
      return field ? selectedWords(field) : undefined;
    },
    save: async () => opened.get()?.save(),
    leave: () => opened.get()?.field.focus(),
  });
  const marks = useMarksInText(
    opened,
    { suggestions: drawnSuggestions(suggestions, paths, isSuggesting), words: words.drawn },
    {
      onPress: (id) => id !== newWordsId && words.open(id, false),
      onComment: context.canComment ? words.start : undefined,
    },
  );
  return (
    <>
      <PageSuggestions
        {...{ path, changeRequest, space, paths, suggestions, isSuggesting }}
        inText={marks.inText}
      />
      <WordComments words={words} marks={marks} />
      {list.hasMore && (
        <div className="mt-4">
          <ListFooter shown={list.items.length} list={list} noun="open comment" />
        </div>
      )}
    </>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import type { ChangeRequest } from '#api/generated/types.gen.ts';
import { pageOf } from '#src/features/change-requests/views/sides.ts';
// A style sheet that came with the editor would be checked against all elements of the page that is left for it.
import '#src/features/page-editor/page-editor.css';
import { plainFieldKey } from '#src/features/page-editor/field/plain-field-key.ts';
import { readStored } from '#src/lib/storage.ts';

/**
 * The screen of the editor, and beside it the field and the drafts of this browser: the screen would ask for those only
 * once its own code is there. The screens with a link to the editor load no script more for it.
 */
async function loadEditorAhead(): Promise<void> {
  const field =
    readStored('local', plainFieldKey) !== null
      ? undefined
      : import('#src/features/page-editor/field/code-field.ts');
  const drafts = import('#src/domain/page-drafts/page-drafts.ts').then(({ openPageDrafts }) =>
    openPageDrafts(),
  );
  await Promise.allSettled([field, import('#src/features/page-editor/field/field-choice.ts'), drafts]);
}

/**
 * Requests the code of the editor and the text of a page together, when a person is about to open it. Without
 * that, they would wait for the screen that requests them. Each is requested once.
 */
export function useEditorAhead(
  spaceId: string,
  { revision }: ChangeRequest,
  pageId: string | undefined,
): () => void {
  const queryClient = useQueryClient();
  return () => {
    void loadEditorAhead();
    void queryClient.prefetchQuery(pageOf({ spaceId, revisionId: revision }, pageId, 'markdown'));
  };
}

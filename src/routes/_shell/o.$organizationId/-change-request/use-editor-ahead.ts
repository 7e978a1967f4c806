import { useQueryClient } from '@tanstack/react-query';
import type { ChangeRequest } from '#api/generated/types.gen.ts';
import { pageOf } from '#src/features/change-requests/views/sides.ts';

/** Of its own file: the screens with a link to the editor load no script more for it. */
const loadFieldAhead = (): Promise<unknown> =>
  import('#src/features/page-editor/field-choice.ts').then(
    ({ loadChosenField }) => loadChosenField(),
    () => undefined,
  );

/**
 * Requests the code of the editor and the text of a page together, when somebody is about to open it. Without that,
 * they would wait for the screen that asks for them. What has been requested before is not requested again.
 */
export function useEditorAhead(
  spaceId: string,
  { revision }: ChangeRequest,
  pageId: string | undefined,
): () => void {
  const queryClient = useQueryClient();
  return () => {
    void loadFieldAhead();
    void queryClient.prefetchQuery(pageOf({ spaceId, revisionId: revision }, pageId, 'markdown'));
  };
}

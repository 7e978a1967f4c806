import { useQueryClient } from '@tanstack/react-query';
import type { ChangeRequest } from '#api/generated/types.gen.ts';
import { pageOf } from '#src/features/change-requests/views/sides.ts';
import { loadChosenField } from '#src/features/page-editor/field-choice.ts';

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
    void loadChosenField();
    void queryClient.prefetchQuery(pageOf({ spaceId, revisionId: revision }, pageId, 'markdown'));
  };
}

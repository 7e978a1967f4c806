import { useSuspenseQuery } from '@tanstack/react-query';
import { linkOptions, useLocation, useNavigate } from '@tanstack/react-router';
import { updatePageFeedbackMutation } from '#api/generated/@tanstack/react-query.gen.ts';
import type { Space } from '#api/generated/types.gen.ts';
import { useApiMutation } from '#src/api/queries.ts';
import { ReadOnlyForm } from '#src/components/form/read-only-form.ts';
import { toastFailure } from '#src/components/toasts/toasts.ts';
import { CreateChangeRequestForm } from '#src/features/change-requests/create-change-request-form.tsx';
import { useEditDenial } from '#src/features/change-requests/denial-reasons.ts';
import { SuggestCorrectionDialog } from '#src/features/change-requests/suggest-correction-dialog.tsx';
import { pageWithDocument } from '#src/features/spaces/queries.ts';
import type { Passage } from '#src/lib/compare/passage.ts';

interface ProposeChangeProps {
  organizationId: string;
  space: Space;
  pageId: string;
  /** The selected passage of the published page. */
  passage: Passage | undefined;
  /** The line of the page's text where the editor opens. */
  line: number | undefined;
}

/** Asks, over the page, where a change of it belongs. The hash is the heading at which the editor opens. */
export function ProposeChange({ organizationId, space, pageId, passage, line }: ProposeChangeProps) {
  const navigate = useNavigate();
  const anchor = useLocation({ select: ({ hash }) => hash });
  const answer = useLocation({ select: ({ state }) => state.readerAnswer });
  const { mutate: updateFeedback } = useApiMutation(updatePageFeedbackMutation(), {
    invalidates: ['listPageFeedback'],
    onError: (error) => toastFailure(error),
  });
  const { data: page } = useSuspenseQuery(pageWithDocument({ spaceId: space.id }, pageId));
  const params = { organizationId, spaceId: space.id, pageId };
  const editorOf = (number: number) =>
    linkOptions({
      to: '/o/$organizationId/spaces/$spaceId/changes/$changeRequest/content/$pageId/edit',
      params: { ...params, changeRequest: String(number) },
      search: passage ? { passage } : { line },
      hash: anchor,
      ...(answer && { state: { readerAnswer: answer } }),
    });
  const completeFeedback =
    answer &&
    (() => {
      const { siteId, feedbackId } = answer;
      updateFeedback({ path: { organizationId, siteId, feedbackId }, body: { state: 'done' } });
    });
  const close = (number: number | null) =>
    number === null
      ? navigate({
          to: '/o/$organizationId/spaces/$spaceId/pages/$pageId',
          params,
          search: ({ q }) => ({ q }),
          hash: anchor,
          hashScrollIntoView: false,
          replace: true,
        })
      : navigate({ ...editorOf(number), replace: true });
  const { permissions } = space;
  // Where the page can't be edited afterwards, the change request would be for nothing.
  const disabledReason = useEditDenial(permissions);
  if (passage && permissions.comment && !permissions.edit) {
    return (
      <SuggestCorrectionDialog
        organizationId={organizationId}
        spaceId={space.id}
        page={page}
        passage={passage}
        onClose={() => void close(null)}
      />
    );
  }
  return (
    <ReadOnlyForm value={disabledReason}>
      <CreateChangeRequestForm
        space={space}
        item={{ id: page.id, title: page.title, linkOf: (number) => editorOf(number) }}
        passage={passage}
        answer={answer}
        onDescribed={completeFeedback}
        onClose={(number) => void close(number)}
      />
    </ReadOnlyForm>
  );
}

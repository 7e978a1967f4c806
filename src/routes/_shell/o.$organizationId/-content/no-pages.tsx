import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { linkOptions, useNavigate } from '@tanstack/react-router';
import { FileText, Pencil } from 'lucide-react';
import { useState } from 'react';
import {
  createChangeRequestMutation,
  editChangeRequestContentMutation,
  getSpaceOptions,
} from '#api/generated/@tanstack/react-query.gen.ts';
import { offlineError } from '#src/api/errors.ts';
import { useApiMutation } from '#src/api/queries.ts';
import { currentUser } from '#src/api/session/session.ts';
import { LinkButton } from '#src/components/layout/link-button.tsx';
import { toastFailure } from '#src/components/toasts/toasts.ts';
import { useEditDenial } from '#src/features/change-requests/denial-reasons.ts';
import { ownUnfinishedOf } from '#src/features/change-requests/own-unfinished.ts';
import { changeRequestInvalidations, changeRequestOf } from '#src/features/change-requests/queries.ts';
import { firstPageWithText, pagesOf } from '#src/features/spaces/queries.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';

interface NoPagesProps {
  organizationId: string;
  spaceId: string;
}

/** A space without pages, with the way to write the first one. */
export function NoPages({ organizationId, spaceId }: NoPagesProps) {
  const { data: space } = useSuspenseQuery(getSpaceOptions({ path: { spaceId } }));
  const disabledReason = useEditDenial(space.permissions);
  const { write, isPending } = useWriteFirstPage({ organizationId, spaceId });
  return (
    <EmptyState
      icon={<FileText />}
      title="No pages yet"
      action={
        <>
          <LinkButton
            link={linkOptions({
              to: '/o/$organizationId/spaces/$spaceId/import',
              params: { organizationId, spaceId },
            })}
          >
            Import
          </LinkButton>
          <Button
            tone={disabledReason === undefined ? 'primary' : 'neutral'}
            icon={<Pencil />}
            disabledReason={disabledReason}
            pending={isPending}
            onClick={() => void write()}
          >
            Write the first page
          </Button>
        </>
      }
      className="rounded-lg border border-line"
    >
      Write in a draft, or import pages.
    </EmptyState>
  );
}

/**
 * Opens the editor of a page in the user's unfinished change request of an empty space: of its first page or, if there is none,
 * of a new one, with the cursor in its title. Makes the change request where it is missing.
 */
function useWriteFirstPage({ organizationId, spaceId }: NoPagesProps) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const create = useApiMutation(createChangeRequestMutation(), { invalidates: changeRequestInvalidations });
  const edit = useApiMutation(editChangeRequestContentMutation(), {
    invalidates: changeRequestInvalidations,
  });
  const [isPending, setPending] = useState(false);

  const findPage = async () => {
    // Before it is asked what there is, so that it is said of the change.
    if (!navigator.onLine) throw offlineError('POST /spaces/{spaceId}/change-requests');
    const ownRequests = ownUnfinishedOf(spaceId, currentUser()?.id ?? '');
    const [unfinished] = await queryClient.fetchQuery({ ...ownRequests, staleTime: 0 });
    const { number } =
      unfinished ?? (await create.mutateAsync({ path: { spaceId }, body: { subject: 'First page' } }));
    const changeRequest = String(number);
    const { pages } = await queryClient.fetchQuery({ ...pagesOf({ spaceId, changeRequest }), staleTime: 0 });
    const page = firstPageWithText(pages);
    if (page) return { changeRequest, pageId: page.id, isNew: false };
    const path = { spaceId, changeRequestId: changeRequest };
    const insert = { operation: 'insert_page', type: 'document', title: 'New page' } as const;
    const { pages: inserted } = await edit.mutateAsync({ path, body: { changes: [insert] } });
    // The editor opens the page at the known revision, which may still be the one without it.
    await queryClient.fetchQuery({ ...changeRequestOf(path), staleTime: 0 });
    return { changeRequest, pageId: inserted[0] ?? '', isNew: true };
  };
  const write = async () => {
    if (isPending) return;
    setPending(true);
    try {
      const { changeRequest, pageId, isNew } = await findPage();
      await navigate({
        to: '/o/$organizationId/spaces/$spaceId/changes/$changeRequest/content/$pageId/edit',
        params: { organizationId, spaceId, changeRequest, pageId },
        ...(isNew && { search: { begin: 'title' } }),
      });
    } catch (error) {
      toastFailure(error);
    } finally {
      setPending(false);
    }
  };
  return { write, isPending };
}

import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, useLocation } from '@tanstack/react-router';
import { getSpaceOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import type { SpacePermissions } from '#api/generated/types.gen.ts';
import { useSupports } from '#src/api/extensions.ts';
import { ReadOnlyForm } from '#src/components/form/read-only-form.ts';
import { permissionReasons, reasonUnless } from '#src/domain/permission/permissions.ts';
import { CreateChangeRequestForm } from '#src/features/change-requests/create-change-request-form.tsx';
import { noEditingReason } from '#src/features/change-requests/labels.ts';
import {
  openChangeRequestsOf,
  SuggestCorrectionDialog,
} from '#src/features/change-requests/suggest-correction-dialog.tsx';
import { findPage, pagesOf } from '#src/features/spaces/queries.ts';
import { searchParams, textParam } from '#src/lib/search-params.ts';
import { passageParam } from '#src/lib/text/passage.ts';

/**
 * `page`: the page that is to be changed, from a link of a published site; the hash is its heading, and `passage` what was
 * selected there.
 */
const validateSearch = searchParams({ page: textParam(64), passage: passageParam });

export const Route = createFileRoute('/_shell/o/$organizationId/spaces/$spaceId/changes/new')({
  validateSearch,
  loaderDeps: ({ search: { page } }) => ({ page }),
  loader: async ({ context: { queryClient }, params: { spaceId }, deps: { page } }) => {
    if (page === undefined) return undefined;
    const [{ pages }, { permissions }] = await Promise.all([
      queryClient.ensureQueryData(pagesOf({ spaceId })),
      queryClient.ensureQueryData(getSpaceOptions({ path: { spaceId } })),
    ]);
    if (canOnlySuggest(permissions)) await queryClient.ensureQueryData(openChangeRequestsOf(spaceId));
    return findPage(pages, page);
  },
  component: NewChangeRequest,
});

const canOnlySuggest = ({ edit, comment }: SpacePermissions) => comment && !edit;

function NewChangeRequest() {
  const params = Route.useParams();
  const { page: _page, passage, ...search } = Route.useSearch();
  const page = Route.useLoaderData();
  const anchor = useLocation({ select: ({ hash }) => hash });
  const navigate = Route.useNavigate();
  const { data: space } = useSuspenseQuery(getSpaceOptions({ path: { spaceId: params.spaceId } }));
  const close = (number: number | null) => {
    if (number === null && page) {
      return navigate({
        to: '/o/$organizationId/spaces/$spaceId/pages/$pageId',
        params: { ...params, pageId: page.id },
        hash: anchor,
        replace: true,
      });
    }
    if (number === null) {
      return navigate({ to: '/o/$organizationId/spaces/$spaceId/changes', params, search, replace: true });
    }
    const created = { ...params, changeRequest: String(number) };
    return page
      ? navigate({
          to: '/o/$organizationId/spaces/$spaceId/changes/$changeRequest/content/$pageId/edit',
          params: { ...created, pageId: page.id },
          search: passage && { passage },
          hash: anchor,
          replace: true,
        })
      : navigate({
          to: '/o/$organizationId/spaces/$spaceId/changes/$changeRequest',
          params: created,
          replace: true,
        });
  };
  // Where the page can't be edited afterwards, the change request would be for nothing.
  const canEdit = useSupports('editChangeRequestContent') !== false;
  const disabledReason =
    reasonUnless(space.permissions.edit, permissionReasons.editor) ??
    reasonUnless(page === undefined || canEdit, noEditingReason);
  if (page && passage && canOnlySuggest(space.permissions)) {
    return (
      <SuggestCorrectionDialog
        organizationId={params.organizationId}
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
        organizationId={params.organizationId}
        space={space}
        page={page}
        anchor={anchor}
        passage={passage}
        onClose={(number) => void close(number)}
      />
    </ReadOnlyForm>
  );
}

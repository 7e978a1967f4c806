import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, redirect } from '@tanstack/react-router';
import { getSpaceOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { ReadOnlyForm } from '#src/components/form/read-only-form.ts';
import { permissionReasons, reasonUnless } from '#src/domain/permission/permissions.ts';
import { CreateChangeRequestForm } from '#src/features/change-requests/create-change-request-form.tsx';
import { findPage, pagesOf } from '#src/features/spaces/queries.ts';
import { passageParam } from '#src/lib/compare/passage.ts';
import { searchParams, textParam } from '#src/lib/search-params.ts';

/**
 * `page`: the page that is to be changed, from a link of a published site; the hash is its heading, and `passage` what was
 * selected there. `about`: what it is to be about.
 */
const validateSearch = searchParams({ page: textParam(64), passage: passageParam, about: textParam() });

export const Route = createFileRoute('/_shell/o/$organizationId/spaces/$spaceId/changes/new')({
  validateSearch,
  loaderDeps: ({ search: { page, passage } }) => ({ page, passage }),
  loader: async ({ context: { queryClient }, params, deps: { page, passage }, location }) => {
    if (page === undefined) return;
    const { pages } = await queryClient.ensureQueryData(pagesOf(params));
    if (!findPage(pages, page)) return;
    // It is asked over the page.
    throw redirect({
      to: '/o/$organizationId/spaces/$spaceId/pages/$pageId',
      params: { ...params, pageId: page },
      search: { change: 'new', ...(passage && { passage }) },
      hash: location.hash,
      replace: true,
    });
  },
  component: NewChangeRequest,
});

function NewChangeRequest() {
  const params = Route.useParams();
  const { page: _page, passage: _passage, about, ...search } = Route.useSearch();
  const navigate = Route.useNavigate();
  const { data: space } = useSuspenseQuery(getSpaceOptions({ path: { spaceId: params.spaceId } }));
  const close = (number: number | null) =>
    number === null
      ? navigate({ to: '/o/$organizationId/spaces/$spaceId/changes', params, search, replace: true })
      : navigate({
          to: '/o/$organizationId/spaces/$spaceId/changes/$changeRequest',
          params: { ...params, changeRequest: String(number) },
          replace: true,
        });
  return (
    <ReadOnlyForm value={reasonUnless(space.permissions.edit, permissionReasons.editor)}>
      <CreateChangeRequestForm space={space} about={about} onClose={(number) => void close(number)} />
    </ReadOnlyForm>
  );
}

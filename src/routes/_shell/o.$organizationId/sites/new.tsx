import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { getOrganizationOptions, getSpaceOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { NewSiteDialog } from '#src/features/sites/forms.tsx';
import { choiceParam, searchParams, textParam } from '#src/lib/search-params.ts';

const validateSearch = searchParams({
  space: textParam(),
  /** What the form begins with where there are no spaces yet. */
  content: choiceParam(['sample']),
  /** The screen of the new site: its look, where the pages are there already. */
  next: choiceParam(['appearance']),
});

export const Route = createFileRoute('/_shell/o/$organizationId/sites/new')({
  validateSearch,
  loaderDeps: ({ search: { space } }) => ({ space }),
  loader: async ({ context: { queryClient }, deps: { space } }) => {
    // Without the space, the form is the same without it.
    if (space !== undefined)
      await queryClient.ensureQueryData(getSpaceOptions({ path: { spaceId: space } })).catch(() => null);
  },
  component: NewSite,
});

function NewSite() {
  const { organizationId } = Route.useParams();
  const { space: spaceId, content, next } = Route.useSearch();
  const navigate = Route.useNavigate();
  const { data: organization } = useSuspenseQuery(getOrganizationOptions({ path: { organizationId } }));
  const { data: space } = useQuery({
    ...getSpaceOptions({ path: { spaceId: spaceId ?? '' } }),
    enabled: spaceId !== undefined,
  });
  const leave = () =>
    spaceId === undefined
      ? navigate({ to: '..', search: true, replace: true })
      : navigate({
          to: '/o/$organizationId/spaces/$spaceId',
          params: { organizationId, spaceId },
          replace: true,
        });
  return (
    <NewSiteDialog
      organization={organization}
      space={space}
      content={content}
      onClose={() => void leave()}
      onCreated={({ id }) =>
        void navigate({
          to:
            next === 'appearance'
              ? '/o/$organizationId/sites/$siteId/appearance'
              : '/o/$organizationId/sites/$siteId/structure',
          params: { organizationId, siteId: id },
          replace: true,
        })
      }
    />
  );
}

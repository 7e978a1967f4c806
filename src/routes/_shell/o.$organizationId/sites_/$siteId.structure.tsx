import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { getOrganizationOptions, getSiteOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { lazyPart } from '#src/components/errors/load-part.ts';
import { permissionReasons, reasonUnless } from '#src/domain/permission/permissions.ts';
import { siteDraftOptions } from '#src/features/site-structure/draft/draft-queries.ts';
import { groupListingOptions, siteStructureOptions } from '#src/features/site-structure/queries.ts';
import { StructureEditor } from '#src/features/site-structure/structure-editor.tsx';
import { choiceParam, searchParams, textParam } from '#src/lib/search-params.ts';
import { claimsParam } from '#src/routes/_shell/o.$organizationId/-site/claims-param.ts';
import { useConditionChecks } from '#src/routes/_shell/o.$organizationId/-site/condition-checks.tsx';

const StructurePreview = lazyPart(async () => ({
  default: (await import('#src/routes/_shell/o.$organizationId/-site/structure-preview.tsx'))
    .StructurePreview,
}));

const validateSearch = searchParams({
  item: textParam(64),
  find: textParam(),
  /** Whether changes are gathered in the draft. */
  mode: choiceParam(['draft']),
  /** Whom the preview shows the site to. */
  claims: claimsParam,
  /** The site space that the preview shows of the section. */
  variant: textParam(64),
});

export const Route = createFileRoute('/_shell/o/$organizationId/sites_/$siteId/structure')({
  validateSearch,
  loaderDeps: ({ search: { mode } }) => ({ mode }),
  loader: async ({ context: { queryClient }, params, deps: { mode } }) => {
    await Promise.all([
      queryClient.ensureQueryData(siteStructureOptions(queryClient, params)),
      queryClient.prefetchQuery(groupListingOptions(queryClient, params)),
      // Until it is there, nothing can be gathered, applied or discarded.
      mode === 'draft' && queryClient.prefetchQuery(siteDraftOptions(queryClient, params)),
    ]);
  },
  component: Structure,
});

function Structure() {
  const path = Route.useParams();
  const { item, find, mode, claims, variant } = Route.useSearch();
  const navigate = Route.useNavigate();
  const { organizationId } = path;
  const { data: organization } = useSuspenseQuery(getOrganizationOptions({ path: { organizationId } }));
  const { data: site } = useSuspenseQuery(getSiteOptions({ path }));
  const { data: structure } = useSuspenseQuery(siteStructureOptions(useQueryClient(), path));
  const conditions = useConditionChecks(path, site, structure);
  return (
    <StructureEditor
      key={path.siteId}
      site={path}
      isPublished={site.published}
      publishedUrl={site.urls.published ?? null}
      conditions={conditions}
      readOnly={reasonUnless(organization.permissions.createContent, permissionReasons.creator)}
      item={item}
      onItem={(id) =>
        void navigate({
          search: (old) => ({ ...old, item: id, variant: undefined }),
          replace: item !== undefined,
        })
      }
      isDraft={mode === 'draft'}
      onDraft={(isOn) =>
        void navigate({ search: (old) => ({ ...old, mode: isOn ? 'draft' : undefined }), replace: true })
      }
      find={find ?? ''}
      onFind={(text) =>
        void navigate({ search: (old) => ({ ...old, find: text || undefined }), replace: true })
      }
      preview={{
        isAsked: claims !== undefined,
        render: (shown) => (
          <StructurePreview
            {...shown}
            site={site}
            path={path}
            values={claims ?? {}}
            variant={variant}
            onChange={(change) => void navigate({ search: (old) => ({ ...old, ...change }), replace: true })}
          />
        ),
      }}
    />
  );
}

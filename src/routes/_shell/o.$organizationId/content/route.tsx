import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, linkOptions, Outlet } from '@tanstack/react-router';
import { FilePlus, FolderPlus } from 'lucide-react';
import { useMemo } from 'react';
import { getOrganizationOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { exportEntry } from '#src/components/bulk/export-entry.tsx';
import { ReadOnlyForm } from '#src/components/form/read-only-form.ts';
import { LinkButton } from '#src/components/layout/link-button.tsx';
import { useScreenActions } from '#src/components/palette/screen-actions.ts';
import { permissionReasons, reasonUnless } from '#src/domain/permission/permissions.ts';
import { ListMenu } from '#src/domain/saved-views/list-menu.tsx';
import { Page } from '#src/domain/shell/page.tsx';
import { ContentBrowser } from '#src/features/content/content-browser.tsx';
import { contentFilterNames } from '#src/features/content/content-filters.ts';
import { contentOptions } from '#src/features/content/queries.ts';
import { choiceParam, searchParams, textParam } from '#src/lib/search-params.ts';
import { ImportButton, ImportDropArea } from '#src/routes/_shell/o.$organizationId/-content/importing.tsx';
import { useItemActions } from '#src/routes/_shell/o.$organizationId/-content/item-actions.tsx';
import { SkeletonRows } from '#src/ui/skeleton.tsx';

/** `at`: initially active item; `show`: which spaces; `parent`: parent of a new item. */
const validateSearch = searchParams({
  q: textParam(),
  show: choiceParam(contentFilterNames),
  at: textParam(40),
  parent: textParam(40),
});

export const Route = createFileRoute('/_shell/o/$organizationId/content')({
  validateSearch,
  loader: ({ context: { queryClient }, params: { organizationId } }) =>
    queryClient.ensureQueryData(contentOptions(queryClient, organizationId)),
  component: Content,
  pendingComponent: () => (
    <Page isLoading title="Content">
      <SkeletonRows />
    </Page>
  ),
});

/** The content tree of the organization. */
// oxlint-disable-next-line max-lines-per-function -- one screen: actions, browser and dialogs share its search
function Content() {
  const params = Route.useParams();
  const { organizationId } = params;
  const { q, show, at } = Route.useSearch();
  const navigate = Route.useNavigate();
  const { data: tree } = useSuspenseQuery(contentOptions(useQueryClient(), organizationId));
  const { data: organization } = useSuspenseQuery(getOrganizationOptions({ path: { organizationId } }));
  const { actions, remove } = useItemActions(organizationId);

  const canAdd =
    tree.canEditTopLevel ||
    [...tree.nodes.values()].some((item) => item.kind === 'collection' && item.canEdit);
  useScreenActions(
    useMemo(() => {
      const space = () => void navigate({ to: '/o/$organizationId/content/new-space' });
      const collection = () => void navigate({ to: '/o/$organizationId/content/new-collection' });
      return canAdd
        ? [
            { label: 'New space', keys: 'n', icon: <FilePlus />, run: space },
            { label: 'New collection', icon: <FolderPlus />, run: collection },
          ]
        : [];
    }, [canAdd, navigate]),
  );
  const disabledReason = reasonUnless(canAdd, permissionReasons.creator);
  const importPlace = {
    organizationId,
    disabledReason: reasonUnless(tree.canEditTopLevel, permissionReasons.creator),
  };
  const create = (tone: 'primary' | 'neutral') => (
    <>
      <ImportButton {...importPlace} />
      <LinkButton
        link={linkOptions({ to: '/o/$organizationId/content/new-collection', params, search: { q, show } })}
        disabledReason={disabledReason}
        icon={<FolderPlus />}
      >
        New collection
      </LinkButton>
      <LinkButton
        link={linkOptions({ to: '/o/$organizationId/content/new-space', params, search: { q, show } })}
        disabledReason={disabledReason}
        tone={tone}
        icon={<FilePlus />}
      >
        New space
      </LinkButton>
    </>
  );

  return (
    <Page
      title="Content"
      actions={
        <>
          <ListMenu
            moreEntries={() => [
              exportEntry(
                async () =>
                  (await import('#src/features/content/space-export.ts')).exportSpaces(organization, tree),
                'All spaces',
              ),
            ]}
          />
          {create('primary')}
        </>
      }
    >
      <ImportDropArea {...importPlace}>
        <ContentBrowser
          // Another organization or item starts with its own expanded rows.
          key={`${organizationId} ${at ?? ''}`}
          organizationId={organizationId}
          activeId={at}
          query={q ?? ''}
          filter={show}
          onSearch={({ query = q, ...changed }) =>
            void navigate({
              search: (old) => ({
                ...old,
                q: query || undefined,
                ...('filter' in changed && { show: changed.filter }),
              }),
              replace: true,
            })
          }
          actions={actions}
          onRemove={remove}
          create={create('neutral')}
        />
      </ImportDropArea>
      <ReadOnlyForm value={disabledReason}>
        <Outlet />
      </ReadOnlyForm>
    </Page>
  );
}

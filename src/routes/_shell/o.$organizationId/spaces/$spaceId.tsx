import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Outlet, useNavigate, useParams } from '@tanstack/react-router';
import { Copy, Download, Ellipsis, Globe, Lock } from 'lucide-react';
import { getOrganizationOptions, getSpaceOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { useCan } from '#src/api/extensions.ts';
import { useSubscriptionEntries } from '#src/domain/notifications/subscription-entries.tsx';
import { isMoreThanGuest, permissionReasons, reasonUnless } from '#src/domain/permission/permissions.ts';
import { LazyPeopleHere } from '#src/domain/presence/lazy-people-here.tsx';
import { Page } from '#src/domain/shell/page.tsx';
import { useDuplicateSpace, useDeleteContent } from '#src/features/content/actions.ts';
import { arrangeDenial, moveDenial } from '#src/features/content/content-tree.ts';
import { contentOptions } from '#src/features/content/queries.ts';
import { TOP } from '#src/lib/ordered-tree.ts';
import { choiceParam, searchParams } from '#src/lib/search-params.ts';
import { pageLockedMessage } from '#src/lib/shared-labels.ts';
import { contentCrumbs } from '#src/routes/_shell/o.$organizationId/-content/content-crumbs.ts';
import {
  LazyContentDialog,
  contentMenuEntries,
} from '#src/routes/_shell/o.$organizationId/-content/content-menu-entries.tsx';
import { SpaceTabs } from '#src/routes/_shell/o.$organizationId/-content/space-tabs.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { MenuIconButton } from '#src/ui/menu-button.tsx';
import type { MenuEntry } from '#src/ui/menu.ts';

const validateSearch = searchParams({ dialog: choiceParam(['move', 'transfer']) });

export const Route = createFileRoute('/_shell/o/$organizationId/spaces/$spaceId')({
  staticData: { hasScreens: true },
  validateSearch,
  loader: ({ context: { queryClient }, params: { organizationId, spaceId } }) =>
    Promise.all([
      queryClient.ensureQueryData(getSpaceOptions({ path: { spaceId } })),
      queryClient.ensureQueryData(contentOptions(queryClient, organizationId)),
    ]),
  component: SpacePage,
});

/** A space: title, location, actions and tabs. */
// oxlint-disable-next-line max-lines-per-function -- one screen: its menu, then its heading in order of appearance
function SpacePage() {
  const params = Route.useParams();
  const { organizationId, spaceId } = params;
  const { dialog } = Route.useSearch();
  const { pageId } = useParams({ strict: false });
  // Without `from`, so that `.` is the open tab, not the space.
  const navigate = useNavigate();
  const { data: space } = useSuspenseQuery(getSpaceOptions({ path: { spaceId } }));
  const { data: organization } = useSuspenseQuery(getOrganizationOptions({ path: { organizationId } }));
  const queryClient = useQueryClient();
  const { data: tree } = useSuspenseQuery(contentOptions(queryClient, organizationId));
  const { deleteSpace } = useDeleteContent(organizationId);
  const duplicate = useDuplicateSpace(organizationId);
  const denialReason = moveDenial(tree, spaceId);
  const subscriptionEntries = useSubscriptionEntries(organizationId, {
    kind: 'space',
    id: spaceId,
    title: space.title,
  });
  const canExport = useCan('exportSpaceContent') === true;
  const show = (next?: 'move' | 'transfer') =>
    void navigate({ to: '.', search: (old) => ({ ...old, dialog: next }), replace: next === undefined });

  const remove = async () => {
    if (await deleteSpace(space)) await navigate({ to: '/o/$organizationId/content', params, replace: true });
  };
  const copy = async () => {
    const created = await duplicate(space);
    if (created)
      await navigate({
        to: '/o/$organizationId/spaces/$spaceId',
        params: { organizationId, spaceId: created.id },
      });
  };
  const exportEntry: MenuEntry = {
    label: 'Export as Markdown',
    kind: 'view',
    icon: <Download />,
    onSelect: () =>
      void import('#src/features/content/space-export.ts').then(({ exportSpaceFiles }) =>
        exportSpaceFiles(space),
      ),
  };
  const publishEntry: MenuEntry = {
    label: `Publish as a site…`,
    icon: <Globe />,
    disabledReason: reasonUnless(organization.permissions.createContent, permissionReasons.creator),
    onSelect: () => void navigate({ to: '/o/$organizationId/sites/new', params, search: { space: spaceId } }),
  };
  const more = () =>
    contentMenuEntries({
      denialReason,
      onShowInTree: () =>
        void navigate({ to: '/o/$organizationId/content', params, search: { at: spaceId } }),
      onOpenDialog: show,
      onDelete: remove,
      more: [
        {
          label: 'Duplicate',
          icon: <Copy />,
          disabledReason: arrangeDenial(tree, tree.parents.get(spaceId) ?? TOP),
          onSelect: () => void copy(),
        },
        ...(canExport ? [exportEntry] : []),
        ...(isMoreThanGuest(organization) ? [publishEntry] : []),
        ...subscriptionEntries,
      ],
    });

  return (
    <Page
      title={space.title}
      crumbs={contentCrumbs(tree, organizationId, spaceId, space.title)}
      leading={
        <span aria-hidden="true" className="text-lg">
          {space.emoji}
        </span>
      }
      badges={
        <>
          {space.editMode === 'locked' && (
            <Badge tone="warning" tip={pageLockedMessage}>
              <Lock aria-hidden="true" className="size-3" />
              Locked
            </Badge>
          )}
          {pageId !== undefined && <LazyPeopleHere subject={`space:${space.id}:${pageId}`} />}
        </>
      }
      actions={
        <MenuIconButton label="More actions" align="end" entries={more}>
          <Ellipsis />
        </MenuIconButton>
      }
      tabs={<SpaceTabs organizationId={organizationId} spaceId={spaceId} />}
      layout="record"
    >
      <Outlet />
      <LazyContentDialog
        organizationId={organizationId}
        kind="space"
        id={spaceId}
        title={space.title}
        dialog={dialog}
        onClose={() => show()}
      />
    </Page>
  );
}

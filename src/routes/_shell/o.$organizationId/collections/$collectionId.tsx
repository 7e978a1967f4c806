import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, linkOptions } from '@tanstack/react-router';
import { Ellipsis, FilePlus, KeyRound } from 'lucide-react';
import { getCollectionOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { loadPart } from '#src/api/parts.ts';
import { PanelBoundary } from '#src/components/errors/fetch-failure.tsx';
import { LinkButton } from '#src/components/layout/link-button.tsx';
import { SideBySide } from '#src/components/layout/record.tsx';
import { Page } from '#src/domain/shell/page.tsx';
import { CollectionInfo } from '#src/features/collections/collection-info.tsx';
import { spacesOfCollection } from '#src/features/collections/queries.ts';
import { CollectionSpaces } from '#src/features/collections/table.tsx';
import { useDeleteContent } from '#src/features/content/actions.ts';
import { arrangeDenial, countBelow, moveDenial } from '#src/features/content/content-tree.ts';
import { InnerCollections } from '#src/features/content/inner-collections.tsx';
import { contentOptions, describeInheritedLevel } from '#src/features/content/queries.ts';
import { choiceParam, searchParams } from '#src/lib/search-params.ts';
import { CollectionSettings } from '#src/routes/_shell/o.$organizationId/-content/collection-settings.tsx';
import { contentCrumbs } from '#src/routes/_shell/o.$organizationId/-content/content-crumbs.ts';
import {
  LazyContentDialog,
  contentMenuEntries,
} from '#src/routes/_shell/o.$organizationId/-content/content-menu-entries.tsx';
import {
  ImportDropArea,
  useImportEntries,
} from '#src/routes/_shell/o.$organizationId/-content/importing.tsx';
import { MenuIconButton } from '#src/ui/menu-button.tsx';

const validateSearch = searchParams({ dialog: choiceParam(['move', 'transfer']) });

export const Route = createFileRoute('/_shell/o/$organizationId/collections/$collectionId')({
  validateSearch,
  loader: ({ context: { queryClient }, params }) =>
    Promise.all([
      queryClient.ensureQueryData(getCollectionOptions({ path: params })),
      loadPart(queryClient.ensureInfiniteQueryData(spacesOfCollection(params.collectionId))),
      queryClient.ensureQueryData(contentOptions(queryClient, params.organizationId)),
    ]),
  component: CollectionPage,
});

/** A collection: details, default access and spaces. */
// oxlint-disable-next-line max-lines-per-function -- one screen: its menu, then its sections in order of appearance
function CollectionPage() {
  const params = Route.useParams();
  const { organizationId, collectionId } = params;
  const { dialog } = Route.useSearch();
  const navigate = Route.useNavigate();
  const { data: collection } = useSuspenseQuery(getCollectionOptions({ path: { collectionId } }));
  const { data: tree } = useSuspenseQuery(contentOptions(useQueryClient(), organizationId));
  const { deleteCollection } = useDeleteContent(organizationId);
  const denialReason = moveDenial(tree, collectionId);
  const inherited = describeInheritedLevel(tree, collectionId);
  const below = countBelow(tree, collectionId);
  const show = (next?: 'move' | 'transfer') =>
    void navigate({ search: { dialog: next }, replace: next === undefined });

  const remove = async () => {
    if (await deleteCollection(collection))
      await navigate({ to: '/o/$organizationId/content', params, replace: true });
  };
  const more = () =>
    contentMenuEntries({
      denialReason,
      onShowInTree: () =>
        void navigate({ to: '/o/$organizationId/content', params, search: { at: collectionId } }),
      onOpenDialog: show,
      onDelete: remove,
      more: importEntries,
    });
  const addDenialReason = arrangeDenial(tree, collectionId) ?? undefined;
  const importPlace = { organizationId, parent: collectionId, disabledReason: addDenialReason };
  const importEntries = useImportEntries(importPlace);
  const add = (tone: 'primary' | 'neutral') => (
    <LinkButton
      link={linkOptions({
        to: '/o/$organizationId/content/new-space',
        params,
        search: { parent: collectionId },
      })}
      disabledReason={addDenialReason}
      tone={tone}
      icon={<FilePlus />}
    >
      New space
    </LinkButton>
  );

  return (
    <Page
      title={collection.title}
      crumbs={contentCrumbs(tree, organizationId, collectionId, collection.title)}
      description={collection.description}
      actions={
        <>
          <MenuIconButton label="More actions" align="end" entries={more}>
            <Ellipsis />
          </MenuIconButton>
          <LinkButton
            link={linkOptions({ to: '/o/$organizationId/collections/$collectionId/access', params })}
            icon={<KeyRound />}
          >
            Access
          </LinkButton>
          {add('primary')}
        </>
      }
      layout="record"
    >
      <SideBySide
        narrow="last"
        side={
          <CollectionInfo
            collection={collection}
            item={tree.nodes.get(collectionId)}
            below={below}
            inherited={inherited}
          />
        }
      >
        <ImportDropArea {...importPlace}>
          <InnerCollections tree={tree} organizationId={organizationId} collectionId={collectionId} />
          <PanelBoundary resetKey={collectionId}>
            <CollectionSpaces
              organizationId={organizationId}
              collectionId={collectionId}
              hidesNone={below.collections > 0}
              create={add('neutral')}
            />
          </PanelBoundary>
        </ImportDropArea>
        <CollectionSettings key={collection.id} collection={collection} inherited={inherited} />
      </SideBySide>
      <LazyContentDialog
        organizationId={organizationId}
        kind="collection"
        id={collectionId}
        title={collection.title}
        dialog={dialog}
        onClose={() => show()}
      />
    </Page>
  );
}

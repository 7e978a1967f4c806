import { FilePen, LayoutPanelLeft, X, Plus } from 'lucide-react';
import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { lazyPart } from '#src/components/errors/load-part.ts';
import { matchingItems, openAncestors } from '#src/components/tree-editor/tree-filter.ts';
import { SelectedItemsBar, TreeToolbar } from '#src/components/tree/tree-toolbar.tsx';
import type { TreeHandle } from '#src/components/tree/tree.tsx';
import { classNames } from '#src/lib/class-names.ts';
import { TOP, ancestorsOf, childrenOf } from '#src/lib/ordered-tree.ts';
import { afterPaint } from '#src/ui/browser/after-paint.ts';
import { useStore } from '#src/ui/browser/use-store.ts';
import { useMatches } from '#src/ui/browser/viewport.ts';
import { Button, IconButton } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { MenuButton } from '#src/ui/menu-button.tsx';
import type { MenuEntry } from '#src/ui/menu.ts';
import { Progress } from '#src/ui/progress.tsx';
import { type ConditionChecks, ConditionContext } from './condition-checks.ts';
import { DraftBar } from './draft/draft-bar.tsx';
import { useEditing, type Editing } from './editing.ts';
import { loadDialogs, prefetchEditorParts } from './editor-parts.ts';
import { searchTextOf } from './labels.ts';
import { PreviewToggle, usePreviewToggle } from './preview-toggle.tsx';
import type { SitePath } from './queries.ts';
import { FormPlace, LazyPanel, SideColumn, SidePanel } from './side-column.tsx';
import { selectionMenu, viewMenu } from './structure-menu.tsx';
import { changedAddressesOf, structureQueueOf } from './structure-policy.ts';
import { StructureTree } from './structure-tree.tsx';
import { type SiteStructure, isFlat, sectionsInOrder } from './structure.ts';
import { UnknownItemsNotice } from './unknown-items.tsx';

interface StructureToolbarProps {
  editing: Editing;
  find: string;
  onFind: (text: string) => void;
  previewToggle: ReactNode;
  draftToggle: ReactNode;
  /** Opens a list of spaces beside the tree; undefined where there is no room for it. */
  onListSpaces: (() => void) | undefined;
}

/** Search, view, undo, preview and add. */
function StructureToolbar({
  editing,
  find,
  onFind,
  previewToggle,
  draftToggle,
  onListSpaces,
}: StructureToolbarProps) {
  return (
    <TreeToolbar
      label="Find an item"
      query={find}
      onQuery={onFind}
      state={editing.state}
      items={editing.items}
      readOnlyReason={editing.readOnly}
      viewEntries={() => viewMenu(editing)}
    >
      {draftToggle}
      {previewToggle}
      <AddButton editing={editing} onListSpaces={onListSpaces} />
    </TreeToolbar>
  );
}

/** The items that can be added at the active item: a site space to its section, a section to its group. */
function addEntries({ tree: structure, state, groupsDenial, setDialog }: Editing): MenuEntry[] {
  const active = state.get().active ?? '';
  const above = [active, ...ancestorsOf(structure, active)];
  const ancestor = (kind: 'group' | 'section') => above.find((id) => structure.nodes.get(id)?.kind === kind);
  const flat = isFlat(structure);
  const section = ancestor('section') ?? sectionsInOrder(structure)[0];
  return [
    {
      label: 'Sections…',
      fullLabel: 'Add sections',
      hint: 'Tabs or menu entries of the site',
      onSelect: () => setDialog({ type: 'spaces', as: 'sections', parent: ancestor('group') ?? TOP }),
    },
    {
      label: 'Site spaces…',
      fullLabel: 'Add site spaces',
      hint: flat ? 'Spaces on the site' : 'Variants of a section, such as versions or languages',
      disabledReason: !flat && section === undefined && 'Add a section first.',
      onSelect: () => setDialog({ type: 'spaces', as: 'variants', parent: section ?? TOP }),
    },
    {
      label: 'Group…',
      fullLabel: 'Add group',
      hint: 'A menu that holds sections',
      disabledReason: groupsDenial ?? (flat && 'Groups hold sections. Add a section first.'),
      onSelect: () => setDialog({ type: 'group', sections: [] }),
    },
  ];
}

function AddButton({ editing, onListSpaces }: Pick<StructureToolbarProps, 'editing' | 'onListSpaces'>) {
  return (
    <MenuButton
      label="Add"
      data-in-palette=""
      tone="primary"
      align="end"
      icon={<Plus />}
      disabledReason={editing.readOnly}
      entries={() => [
        ...addEntries(editing),
        ...(onListSpaces
          ? [
              {
                label: 'From a list…',
                fullLabel: 'List spaces to add',
                hint: 'Drag spaces into the tree',
                disabledReason: editing.tree.nodes.size === 0 && 'Add the first space in a dialog.',
                onSelect: onListSpaces,
              },
            ]
          : []),
      ]}
    >
      <span className="max-sm:sr-only">Add</span>
    </MenuButton>
  );
}

/** Only screens without room for the panel show it in a dialog. */
const Dialog = lazyPart(async () => ({ default: (await import('#src/ui/dialog.tsx')).Dialog }));
const AddressesDialog = lazyPart(async () => ({
  default: (await import('./consequences/addresses-dialog.tsx')).AddressesDialog,
}));
const EditorDialogs = lazyPart(async () => ({ default: (await loadDialogs()).EditorDialogs }));

/** The element that holds the form of the open item, beside the tree or in a dialog. */
function createFormElement(): HTMLElement {
  const element = document.createElement('div');
  // The dialog is not its parent in React, and would take a click in it for one outside.
  element.dataset['aboveDialogs'] = '';
  return element;
}

export interface StructureEditorProps {
  site: SitePath;
  isPublished: boolean;
  /** Where visitors find the site, with a trailing slash; null before publishing. */
  publishedUrl: string | null;
  conditions: ConditionChecks;
  /** Why nothing can be changed, as a sentence; undefined if it can. */
  readOnly: string | undefined;
  /** The open item, from the URL. */
  item: string | undefined;
  onItem: (id: string | undefined) => void;
  /** The search query. */
  find: string;
  onFind: (text: string) => void;
  /** Whether changes are gathered in the draft, from the URL. */
  isDraft: boolean;
  onDraft: (isOn: boolean) => void;
  preview: {
    /** Whether the URL asks for it. */
    isAsked: boolean;
    /** The site as a visitor sees it; stands beside the tree. */
    render: (shown: PreviewedStructure) => ReactNode;
  };
}

/** The structure that a preview shows. */
export interface PreviewedStructure {
  /** As the server has it, with the draft that is shown. */
  structure: SiteStructure;
  /** Where changes are gathered: a draft that the server can show, or one that only this browser has. */
  draft: 'shown' | 'left-out' | undefined;
  /** The section or site space to begin with. */
  item: string | undefined;
}

/** The editor of a site's structure: tree, open item and dialogs. */
// oxlint-disable-next-line max-lines-per-function -- the two layouts of one screen, wide and narrow, are compared side by side
export function StructureEditor(props: StructureEditorProps) {
  const { site, find, onFind } = props;
  const handle = useRef<TreeHandle>(null);
  useEffect(() => afterPaint(prefetchEditorParts), []);
  const item = props.item && (structureQueueOf(site.siteId).ids().get(props.item) ?? props.item);
  const isWide = useMatches('(width >= 64rem)');
  const [isListing, setListing] = useState(false);
  const preview = usePreviewToggle(props.preview.isAsked, isWide);
  const isPreviewing = isWide && preview.isOn;
  const editing = useEditing({ ...props, isWide, item, handle });
  const [form] = useState(createFormElement);
  const { tree: structure, confirmed, state, pending, draft } = editing;
  const previewed = previewedStructure(editing);
  const node = item === undefined ? undefined : structure.nodes.get(item);
  // Items that are being removed still exist on the server.
  const isRemoved = item !== undefined && !node && !confirmed.nodes.has(item);

  return (
    <ConditionContext value={props.conditions}>
      <div
        className={classNames(
          'structure-frame',
          isPreviewing ? 'lg:grid-cols-tree-preview' : 'lg:grid-cols-main-aside',
        )}
      >
        <section
          aria-label="Structure"
          aria-busy={pending > 0}
          className="relative flex min-h-0 min-w-0 flex-col"
        >
          <StructureToolbar
            editing={editing}
            find={find}
            onListSpaces={isWide ? () => setListing(true) : undefined}
            draftToggle={
              <Button
                tone={props.isDraft ? 'neutral' : 'quiet'}
                icon={<FilePen />}
                aria-pressed={props.isDraft}
                disabledReason={props.readOnly}
                onClick={() => props.onDraft(!props.isDraft)}
              >
                <span className="max-sm:sr-only">Draft</span>
              </Button>
            }
            previewToggle={<PreviewToggle {...preview} isDialog={!isWide} />}
            onFind={(text) => {
              if (text !== '') openAncestors(state, structure, matchingItems(structure, text, searchTextOf));
              onFind(text);
            }}
          />
          {draft && (
            <DraftBar
              mode={draft}
              siteId={site.siteId}
              isPublished={props.isPublished}
              readOnly={props.readOnly}
            />
          )}
          <UnitProgress siteId={site.siteId} />
          {isRemoved && <ItemRemovedNotice onClose={() => editing.open(null)} />}
          <UnknownItemsNotice site={site} />
          {editing.groupsDenial !== undefined && !isFlat(structure) && (
            <p className="border-b border-info-line bg-info-soft px-3 py-1">
              {editing.groupsDenial} Grouped sections are shown at the top level.
            </p>
          )}
          {structure.nodes.size === 0 ? (
            <EmptyStructure editing={editing} />
          ) : (
            <StructureTree
              editing={editing}
              handle={handle}
              find={find}
              onFind={onFind}
              scrollsPage={!isWide}
            />
          )}
          <SelectedItemsBar
            state={state}
            items={editing.items}
            hasPanel={isWide}
            actions={() => selectionMenu(editing)}
          />
        </section>
        {isWide ? (
          <SideColumn
            preview={
              isPreviewing &&
              props.preview.render({ ...previewed, item: previewedItem(previewed.structure, item) })
            }
          >
            <SidePanel
              editing={editing}
              node={node}
              form={form}
              handle={handle}
              hasOverview={!isPreviewing}
              onCloseSpaces={isListing ? () => setListing(false) : undefined}
            />
          </SideColumn>
        ) : (
          <Suspense>
            {preview.isOn && (
              <Dialog shape="panel" title="Preview" onClose={preview.toggle}>
                <div className="structure-preview-dialog">
                  {props.preview.render({
                    ...previewed,
                    item: previewedItem(previewed.structure, item ?? state.get().active ?? undefined),
                  })}
                </div>
              </Dialog>
            )}
            {node && !preview.isOn && (
              <Dialog shape="panel" title={node.title} onClose={() => editing.open(null)}>
                <div className="-mx-5">
                  <FormPlace element={form} />
                </div>
              </Dialog>
            )}
          </Suspense>
        )}
        {node && createPortal(<LazyPanel editing={editing} node={node} />, form)}
        <Suspense>{editing.dialog && <EditorDialogs editing={editing} />}</Suspense>
        <ChangedAddresses editing={editing} />
      </div>
    </ConditionContext>
  );
}

/** The addresses that the last change has changed, once they are asked for. */
function ChangedAddresses({ editing: { site, publishedUrl } }: { editing: Editing }) {
  const store = changedAddressesOf(site.siteId);
  const changes = useStore(store);
  if (!changes || publishedUrl === null) return null;
  return (
    <Suspense>
      <AddressesDialog site={site} siteUrl={publishedUrl} changes={changes} onClose={() => store.set(null)} />
    </Suspense>
  );
}

/** The structure to preview: with the draft, where the server keeps it. */
function previewedStructure({ confirmed, draft }: Editing): Pick<PreviewedStructure, 'structure' | 'draft'> {
  if (!draft) return { structure: confirmed, draft: undefined };
  const { base, tree } = draft.drafted;
  return draft.actions.isShared
    ? { structure: tree, draft: 'shown' }
    : { structure: base, draft: 'left-out' };
}

/** The item that a preview begins with: a section or site space; of a group, its first section. */
function previewedItem(structure: SiteStructure, item: string | undefined): string | undefined {
  const node = item === undefined ? undefined : structure.nodes.get(item);
  return node?.kind === 'group' ? childrenOf(structure, node.id)[0] : node?.id;
}

/** A notice above the tree if the opened item no longer exists. */
function ItemRemovedNotice({ onClose }: { onClose: () => void }) {
  return (
    <div className="flex items-center gap-2 border-b border-info-line bg-info-soft py-1 pr-2 pl-3">
      <p className="flex-1">The open item was removed from the structure.</p>
      <IconButton label="Dismiss" size="small" onClick={onClose}>
        <X />
      </IconButton>
    </div>
  );
}

/** Progress of a change with many requests. */
function UnitProgress({ siteId }: { siteId: string }) {
  const progress = useStore(structureQueueOf(siteId).progress);
  if (!progress) return null;
  return <Progress label="Saving change" value={progress.done} max={progress.total} />;
}

function EmptyStructure({ editing }: { editing: Editing }) {
  const { readOnly, setDialog } = editing;
  return (
    <EmptyState
      icon={<LayoutPanelLeft />}
      title="This site is empty"
      action={
        <>
          <Button
            disabledReason={readOnly}
            onClick={() => setDialog({ type: 'spaces', as: 'sections', parent: TOP })}
          >
            Add sections
          </Button>
          <Button
            disabledReason={readOnly}
            onClick={() => setDialog({ type: 'spaces', as: 'variants', parent: TOP })}
          >
            Add spaces
          </Button>
        </>
      }
    >
      Add a single space, or sections if the site needs several tabs.
    </EmptyState>
  );
}

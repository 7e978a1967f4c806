/** The tree editor's policy for a site's structure. */
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { getSiteOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import type { SiteIncomingLinks } from '#api/generated/types.gen.ts';
import { isUnsupported, MissingOperationError } from '#src/api/errors.ts';
import { sendOptional } from '#src/api/optional-requests.ts';
import { invalidate } from '#src/api/queries.ts';
import type { Confirmation } from '#src/components/confirm/confirm.ts';
import { cachedTree, createChangeQueues, type TreePolicy } from '#src/components/tree-editor/change-queue.ts';
import {
  createChangeRules,
  combine,
  type AnyChange,
  type ChangeKind,
} from '#src/components/tree-editor/changes.ts';
import type { MovePolicy } from '#src/components/tree-editor/use-tree-editor.ts';
import { positionOf, TOP } from '#src/lib/ordered-tree.ts';
import { createStore, type Store } from '#src/lib/store.ts';
import { formatCount, formatNameList } from '#src/lib/text/format.ts';
import { addKind } from './changes/add.ts';
import { type AddressChange, addressChanges, describeAddressChanges } from './changes/addresses.ts';
import type { Change, SingleChange, SiteChangeKind } from './changes/change.ts';
import { defaultKind } from './changes/default.ts';
import { editKind } from './changes/edit.ts';
import { groupKind } from './changes/group.ts';
import {
  type Capabilities,
  copyIdOf,
  DOCUMENTED_ONLY,
  moveKind,
  moveTo,
  recreatedBy,
} from './changes/move.ts';
import { remove, removedBy, removeKind } from './changes/remove.ts';
import { revertFields, revertOrder } from './changes/revert.ts';
import { ungroupKind } from './changes/ungroup.ts';
import { describeIncomingLinks, incomingLinksOptions } from './consequences/incoming-links.ts';
import { describeRecentViews, recentViewsOptions } from './consequences/recent-views.ts';
import { recordOutcome } from './journal.ts';
import { describeFailure, siteLabels, describeItems, kindLabel } from './labels.ts';
import { siteMoves } from './move-rules.ts';
import { siteStructureOptions, type SitePath, sortsStructure, takesEveryChange } from './queries.ts';
import { type SiteRequest, siteSend } from './steps.ts';
import { createVersionTracker } from './structure-version.ts';
import { type SiteStructure, subtreeOf, TEXT_FIELDS, type StructureNode, type Subtree } from './structure.ts';

function flatten(subtree: Subtree): StructureNode[] {
  return [subtree.node, ...subtree.children.flatMap(flatten)];
}

/** What visitors have of the site. */
interface Publication {
  isPublished: boolean;
  /** With a trailing slash; null before publishing. */
  publishedUrl: string | null;
  /** Counts the links to site spaces; null at servers that don't. */
  countLinks: (siteSpaces: readonly string[]) => Promise<SiteIncomingLinks | null>;
  /** How often readers have opened them, as a sentence. */
  describeViews: (siteSpaces: readonly string[]) => Promise<string | undefined>;
}

/** What a site's visitors have, as far as the console has read it. */
export function publicationOf(queryClient: QueryClient, site: SitePath): Publication {
  const cachedSite = queryClient.getQueryData(getSiteOptions({ path: site }).queryKey);
  return {
    isPublished: cachedSite?.published ?? false,
    publishedUrl: cachedSite?.urls.published ?? null,
    countLinks: (siteSpaces) => queryClient.fetchQuery(incomingLinksOptions(site, siteSpaces)),
    describeViews: async (siteSpaces) => {
      const recent = await queryClient.fetchQuery(recentViewsOptions(site, siteSpaces)).catch(() => null);
      return recent ? describeRecentViews(recent) : undefined;
    },
  };
}

/** How many links and readers lead to what is removed, one sentence each. */
async function incomingImpact(
  { countLinks, describeViews }: Publication,
  siteSpaces: readonly string[],
): Promise<string[]> {
  if (siteSpaces.length === 0) return [];
  const views = describeViews(siteSpaces);
  const links = await countLinks(siteSpaces).then(
    (counted) => (counted ? [describeIncomingLinks(counted, 'removed')] : []),
    () => ['Couldn’t count the links that lead here.'],
  );
  return [...links, (await views) ?? []].flat();
}

/** Impact of removing items, one sentence each. */
async function removalImpact(
  structure: SiteStructure,
  ids: readonly string[],
  publication: Publication,
): Promise<string[]> {
  const { isPublished, publishedUrl } = publication;
  const nodes = ids.flatMap((id) => {
    const subtree = subtreeOf(structure, id);
    return subtree ? flatten(subtree) : [];
  });
  const below = nodes.filter((node) => !ids.includes(node.id));
  const sections = below.filter((node) => node.kind === 'section').length;
  const siteSpaces = below.filter((node) => node.kind === 'site-space').length;
  const sentences: string[] = [];
  if (sections > 0) sentences.push(`Also removes ${formatCount(sections, 'section')}.`);
  if (siteSpaces > 0)
    sentences.push(`Also removes ${formatCount(siteSpaces, 'site space')} with paths and conditions.`);
  if (nodes.some((node) => node.kind === 'site-space')) sentences.push('The spaces and their pages stay.');
  const isTop = (node: StructureNode) => node.kind === 'section' || ids.includes(node.id);
  const removedDefault = nodes.find((node) => node.kind !== 'group' && node.isDefault && isTop(node));
  if (removedDefault)
    sentences.push(`“${removedDefault.title}” is the default. The next item becomes the default.`);
  if (isPublished) sentences.push('The site is published. Removed items disappear from it immediately.');
  const change = remove(structure, ids);
  const after = change ? siteRules.apply(structure, change) : structure;
  const addresses = addressChanges(structure, after, publishedUrl);
  sentences.push(...describeAddressChanges(addresses));
  const goneSpaces = addresses.filter(({ to }) => to === null).map(({ id }) => id);
  sentences.push(...(await incomingImpact(publication, goneSpaces)));
  sentences.push('You can undo this. Restored items get new IDs.');
  return sentences;
}

/** The confirmation of every action that removes items. */
export function removalConfirmation(
  structure: SiteStructure,
  ids: readonly string[],
  publication: Publication,
): Confirmation {
  const kind = ids.length === 1 ? structure.nodes.get(ids[0] ?? '')?.kind : undefined;
  const what = kind ? `${kindLabel(kind)} “${describeItems(structure, ids)}”` : describeItems(structure, ids);
  return {
    title: `Remove ${what}?`,
    confirmLabel: 'Remove',
    tone: 'danger',
    impact: () => removalImpact(structure, ids, publication),
  };
}

const kinds: {
  readonly [Type in SingleChange['type']]: SiteChangeKind<Extract<SingleChange, { type: Type }>>;
} = {
  move: moveKind,
  edit: editKind,
  default: defaultKind,
  add: addKind,
  remove: removeKind,
  group: groupKind,
  ungroup: ungroupKind,
};

const kindOf = ({
  type,
}: SingleChange): ChangeKind<
  SiteStructure,
  SingleChange,
  AnyChange<SingleChange>,
  SiteRequest,
  Capabilities
> => kinds[type];

export const siteRules = createChangeRules(kindOf);

/**
 * The change from `after` back to `before`: order, fields, defaults, and removal of new items. Removed items are
 * not created again.
 */
export function revertChanges(after: SiteStructure, before: SiteStructure): Change {
  const order = revertOrder(after, before);
  const ordered = order.reduce(siteRules.apply, after);
  const added = [...after.nodes.keys()].filter(
    (id) =>
      !before.nodes.has(id) &&
      (after.parents.get(id) === TOP || before.nodes.has(after.parents.get(id) ?? '')),
  );
  const removals = added.flatMap((id): Change[] => {
    const subtree = subtreeOf(ordered, id);
    const position = positionOf(ordered, id);
    if (!subtree || !position) return [];
    const { node } = subtree;
    return [
      node.kind === 'group'
        ? { type: 'ungroup', group: node, position }
        : { type: 'remove', subtree, position },
    ];
  });
  return combine([...order, ...revertFields(ordered, before), ...removals]);
}

/** The features of our server. */
const OURS: Capabilities = { groupReferences: true, crossSectionMoves: 'move' };

const cannotChangeSection = 'This server can’t move a site space to another section.';

/** The confirmation before site spaces are created anew because the server can't move them; null if there are none. */
function recreationConfirmation(structure: SiteStructure, change: Change): Confirmation | null {
  const titles = recreatedBy(structure, siteRules.plan(structure, change, DOCUMENTED_ONLY));
  if (titles.length === 0) return null;
  return {
    title: `Create ${formatNameList(
      titles.map((title) => `“${title}”`),
      titles.length,
    )} anew in another section?`,
    confirmLabel: 'Create anew',
    impact: () =>
      Promise.resolve([
        cannotChangeSection,
        'A new one gets the path and the condition, and another ID. The old one is removed.',
        'Other settings of the old one are lost.',
      ]),
  };
}

export const siteMovePolicy: MovePolicy<SiteStructure> = { ...siteMoves, ...siteLabels, moveTo };

const addressStores = new Map<string, Store<readonly AddressChange[] | null>>();

/** The changed addresses that the editor of a site shows; null for none. */
export function changedAddressesOf(siteId: string): Store<readonly AddressChange[] | null> {
  const existing = addressStores.get(siteId);
  if (existing) return existing;
  const created = createStore<readonly AddressChange[] | null>(null);
  addressStores.set(siteId, created);
  return created;
}

/** The pending changes of a structure, by site id. */
export const structureQueueOf = createChangeQueues<Change>();

export type StructurePolicy = TreePolicy<SiteStructure, Change, SiteRequest, Capabilities>;

/** Replaced ids: a copy replaces the item it was created from. */
export function replacedIds(
  created: ReadonlyMap<string, string>,
  known: Iterable<string>,
): Map<string, string> {
  const replaced = new Map(created);
  for (const id of known) {
    const copy = created.get(copyIdOf(id));
    if (copy !== undefined) replaced.set(id, copy);
  }
  return replaced;
}

/** The section that a request puts into a group, or with null out of it; null for other requests. */
function groupChangeOf(request: SiteRequest): { sectionId: string; groupId: string | null } | null {
  if (request.operation === 'addSectionToGroup')
    return { sectionId: request.body.sectionId, groupId: request.path.siteSectionGroupId };
  if (request.operation === 'removeSectionFromGroup')
    return { sectionId: request.path.siteSectionId, groupId: null };
  return null;
}

/** Sends requests, with other ways for what the server lacks. */
function sendWithFallbacks(
  queryClient: QueryClient,
  site: SitePath,
  send: StructurePolicy['send'],
  canSort: () => Promise<boolean>,
): StructurePolicy['send'] {
  return async (request) => {
    const { operation } = request;
    const group = groupChangeOf(request);
    if (group)
      return sendOptional(queryClient, operation, () => send(request), {
        isResourceThere: true,
        async otherwise() {
          const { setGroupOfSection } = await import('#src/api/compat/section-groups.ts');
          await setGroupOfSection({ ...site, siteSectionId: group.sectionId }, group.groupId);
          return {};
        },
      });
    if (operation !== 'sortSiteStructure') return send(request);
    try {
      return await sendOptional(queryClient, operation, () => send(request));
    } catch (error) {
      if (!isUnsupported(error) || (await canSort())) throw error;
      const message = `${cannotChangeSection} Move it again to create it anew there.`;
      throw new MissingOperationError(operation, message);
    }
  };
}

/** Which addresses a change has changed. A removal has said so before. */
function addressEffect(
  shown: SiteStructure,
  change: Change,
  {
    publication: { publishedUrl },
    siteId,
    redirects,
  }: { publication: Publication; siteId: string; redirects: boolean },
): ReturnType<NonNullable<StructurePolicy['effectOf']>> {
  const after = siteRules.apply(shown, change);
  const changes = addressChanges(shown, after, publishedUrl).filter(({ to }) => to !== null);
  if (changes.length === 0) return null;
  return {
    detail: `${formatCount(changes.length, 'address changes', 'addresses change')}.${redirects ? ' Old addresses redirect.' : ''}`,
    open: { label: 'Addresses', run: () => changedAddressesOf(siteId).set(changes) },
  };
}

function structurePolicy(queryClient: QueryClient, site: SitePath): StructurePolicy {
  const { siteId } = site;
  const cache = cachedTree(queryClient, siteStructureOptions(queryClient, site));
  const versions = createVersionTracker();
  /** Whether the server can't sort, which is sometimes only known after it was asked to. */
  let isSortMissing = false;
  const canSort = async () => {
    const isPossible = await sortsStructure(queryClient);
    isSortMissing = !isPossible;
    return isPossible;
  };
  void canSort();
  /** Other servers may have no redirects. */
  let redirects = false;
  void takesEveryChange(queryClient).then((isOurs) => (redirects = isOurs));
  const confirmRecreation = (structure: SiteStructure, change: Change) =>
    isSortMissing ? recreationConfirmation(structure, change) : null;
  return {
    queue: structureQueueOf(siteId),
    cache: {
      ...cache,
      update: (change) =>
        cache.update((structure) => {
          const changed = change(structure);
          versions.complete(structure, changed);
          return changed;
        }),
    },
    rules: siteRules,
    revertChange: (after, before) => ({
      change: revertChanges(after, before),
      isComplete: [...before.nodes.keys()].every((id) => after.nodes.has(id)),
    }),
    async capabilities() {
      if (await takesEveryChange(queryClient)) return OURS;
      return { ...DOCUMENTED_ONLY, crossSectionMoves: (await canSort()) ? 'sort' : null };
    },
    send: sendWithFallbacks(queryClient, site, siteSend(site, versions.record), canSort),
    fetchTitle: async (id) => (await cache.fetch()).nodes.get(id)?.title,
    texts: TEXT_FIELDS,
    replacedIds: (created, structure) => replacedIds(created, structure.nodes.keys()),
    loadsBeforeUndo: true,
    refresh() {
      if (versions.settle(cache.cached())) return;
      void invalidate(
        queryClient,
        { operation: 'getSiteStructure', path: { siteId } },
        { operation: 'getSite', path: { siteId } },
        'listSites',
      );
    },
    describeFailure,
    canRetry: ({ type }) => type === 'edit',
    confirmation(past) {
      const structure = cache.cached();
      if (!structure) return null;
      const ids = removedBy(past).filter((id) => structure.nodes.has(id));
      if (ids.length === 0) return confirmRecreation(structure, past);
      return removalConfirmation(structure, ids, publicationOf(queryClient, site));
    },
    confirmationBefore: confirmRecreation,
    effectOf: (shown, change) =>
      addressEffect(shown, change, { publication: publicationOf(queryClient, site), siteId, redirects }),
    onOutcome: (outcome) => recordOutcome(siteId, outcome),
  };
}

export function useStructurePolicy({ organizationId, siteId }: SitePath): StructurePolicy {
  const queryClient = useQueryClient();
  return useMemo(
    () => structurePolicy(queryClient, { organizationId, siteId }),
    [queryClient, organizationId, siteId],
  );
}

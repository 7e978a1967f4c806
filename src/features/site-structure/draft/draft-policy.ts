/** The tree editor's policy for the draft of a structure: changes are gathered instead of being sent. */
import type { QueryClient } from '@tanstack/react-query';
import type { StructureDraft } from '#api/generated/types.gen.ts';
import { childrenOf, TOP } from '#src/lib/ordered-tree.ts';
import type { Change } from '../changes/change.ts';
import { siteStructureOptions, type SitePath } from '../queries.ts';
import { siteRules, structureQueueOf, type StructurePolicy } from '../structure-policy.ts';
import { isFlat, type SiteStructure } from '../structure.ts';
import { type DraftActions, siteDraftOptions } from './draft-queries.ts';
import { toStep } from './drafted-steps.ts';
import { draftedStructure, type DraftedStructure } from './drafted-structure.ts';

const known = new WeakMap<SiteStructure, WeakMap<StructureDraft, DraftedStructure>>();

/** The structure with a draft; computed once for the same two. */
export function structureWithDraft(base: SiteStructure, draft: StructureDraft): DraftedStructure {
  const ofBase = known.get(base) ?? new WeakMap<StructureDraft, DraftedStructure>();
  known.set(base, ofBase);
  const drafted = ofBase.get(draft) ?? draftedStructure(base, draft);
  ofBase.set(draft, drafted);
  return drafted;
}

const MAX_SUMMARY = 200;

const FIRST_SECTION =
  'The first section takes all site spaces of this site. Add it outside of the draft, as a change of its own.';

/** What a draft can't show: a section that the server makes by itself has no id yet. */
function addsFirstSection(structure: SiteStructure, change: Change): boolean {
  if (change.type === 'batch') return change.changes.some((part) => addsFirstSection(structure, part));
  const isSection = change.type === 'add' && change.subtree.node.kind === 'section';
  return isSection && isFlat(structure) && childrenOf(structure, TOP).length > 0;
}

/** The policy of a draft beside that of the structure, whose rules and requests it takes. */
export function draftPolicy(
  queryClient: QueryClient,
  site: SitePath,
  base: StructurePolicy,
  actions: DraftActions,
): StructurePolicy {
  const draft = siteDraftOptions(queryClient, site);
  const structure = siteStructureOptions(queryClient, site);
  const join = (tree: SiteStructure, changes: StructureDraft) => structureWithDraft(tree, changes).tree;
  const cached = () => {
    const tree = queryClient.getQueryData(structure.queryKey);
    const changes = queryClient.getQueryData(draft.queryKey);
    return tree && changes && join(tree, changes);
  };
  const load = async () =>
    join(await queryClient.ensureQueryData(structure), await queryClient.ensureQueryData(draft));
  return {
    queue: structureQueueOf(`${site.siteId} draft`),
    cache: {
      load,
      fetch: load,
      cached,
      // The draft in the response has the change.
      update: () => undefined,
      cancel: () => queryClient.cancelQueries({ queryKey: draft.queryKey }),
    },
    rules: {
      ...siteRules,
      check: (tree, change, isPast) =>
        addsFirstSection(tree, change) ? FIRST_SECTION : siteRules.check(tree, change, isPast),
    },
    revertChange: base.revertChange,
    capabilities: base.capabilities,
    send: base.send,
    gather: {
      async add(summary, steps, { nodes }) {
        const spaceIds = new Set(
          steps.flatMap(({ request: { body } }) => (body && 'spaceId' in body ? (body.spaceId ?? []) : [])),
        );
        const spaces = [...nodes.values()].flatMap((node) =>
          node.kind === 'site-space' && spaceIds.has(node.spaceId)
            ? [{ id: node.spaceId, title: node.title, emoji: node.emoji }]
            : [],
        );
        const text = summary.length > MAX_SUMMARY ? `${summary.slice(0, MAX_SUMMARY - 1)}…` : summary;
        return actions.add({ summary: text, steps: steps.map(toStep) }, spaces);
      },
      remove: (ids) => actions.remove(ids),
    },
    fetchTitle: async (id) => (await load()).nodes.get(id)?.title,
    texts: base.texts,
    loadsBeforeUndo: false,
    refresh: () => void queryClient.invalidateQueries({ queryKey: draft.queryKey }),
    describeFailure: base.describeFailure,
    canRetry: base.canRetry,
  };
}

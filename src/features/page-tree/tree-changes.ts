/** Changes of the page tree. Each is one edit of the change request's content. */
import type { ContentEdit, Page, PageComputationInput } from '#api/generated/types.gen.ts';
import {
  type AnyChange,
  type ChangeKind,
  createChangeRules,
  createMoveTo,
  invertMove,
  type MoveChange,
  provisionalId,
  toMove,
} from '#src/components/tree-editor/changes.ts';
import { destinationOf, TOP, withItem } from '#src/lib/ordered-tree.ts';
import {
  pageGoneMessage,
  pageLabels,
  pageMoves,
  type PageTree,
  titleOf,
  type TreePage,
  withoutPage,
  withPage,
} from './page-tree.ts';

/** The fields of a page that the tree changes. */
interface PageValues {
  readonly title?: string;
  readonly hidden?: boolean;
  readonly href?: string;
}

interface UpdateChange {
  readonly type: 'update';
  readonly id: string;
  readonly from: PageValues;
  readonly to: PageValues;
}

interface AddChange {
  readonly type: 'add';
  readonly page: TreePage;
  readonly parent: string;
  /** What its text begins with. */
  readonly markdown?: string | undefined;
}

/** With all subpages. Only an addition is undone by it. */
interface RemoveChange {
  readonly type: 'remove';
  readonly id: string;
  /** What its text began with, for those who add it again. */
  readonly markdown?: string | undefined;
}

type Single = MoveChange | UpdateChange | AddChange | RemoveChange;

export type PageChange = AnyChange<Single>;

type PageChangeKind<Own> = ChangeKind<PageTree, Own, PageChange, ContentEdit, void>;

const { applyMove, checkMove } = pageMoves;

export const moveTo = createMoveTo(pageMoves, pageLabels.describeMoved);

const checkPage = (tree: PageTree, id: string): string | null =>
  tree.nodes.has(id) ? null : pageGoneMessage;

const moveKind: PageChangeKind<MoveChange> = {
  check(tree, change, isPast) {
    const { id, from } = change;
    const isElsewhere = tree.nodes.has(id) && tree.parents.get(id) !== from.parent;
    if (isPast && isElsewhere) return `“${titleOf(tree, id)}” was moved by someone else.`;
    return checkMove(tree, toMove(tree, change));
  },
  plan(tree, change) {
    const move = toMove(tree, change);
    const destination = destinationOf(tree, move);
    if (!destination || applyMove(tree, move) === tree) return [];
    const { parent, ids } = destination;
    const request: ContentEdit = {
      operation: 'update_page',
      page: move.id,
      into: parent === TOP ? null : parent,
      at: ids.indexOf(move.id),
    };
    return [{ request, apply: (current) => applyMove(current, move) }];
  },
  apply: (tree, change) => applyMove(tree, toMove(tree, change)),
  invert: (before, change) => invertMove(before, applyMove(before, toMove(before, change)), change),
  describe: (tree, { id, target }) => pageLabels.describeMoved(tree, [id], target),
};

const applyUpdate = (tree: PageTree, { id, to }: UpdateChange): PageTree => {
  const page = tree.nodes.get(id);
  return page ? withItem(tree, { ...page, ...to }) : tree;
};

const updateKind: PageChangeKind<UpdateChange> = {
  check: (tree, { id }) => checkPage(tree, id),
  plan: (_tree, change) => [
    {
      request: { operation: 'update_page', page: change.id, ...change.to },
      apply: (current) => applyUpdate(current, change),
    },
  ],
  apply: applyUpdate,
  invert: (_before, { type, id, from, to }) => ({ type, id, from: to, to: from }),
  describe(tree, { id, from, to }) {
    if (to.hidden !== undefined) return `${to.hidden ? 'Hid' : 'Showed'} “${titleOf(tree, id)}”`;
    if (to.title !== undefined && from.title !== to.title) return `Renamed “${from.title}” to “${to.title}”`;
    return `Changed the link “${titleOf(tree, id)}”`;
  },
};

const addKind: PageChangeKind<AddChange> = {
  check: (tree, { parent }) => (tree.children.has(parent) ? null : pageGoneMessage),
  plan: (tree, change) => {
    const { page, parent, markdown } = change;
    if (tree.nodes.has(page.id)) return [];
    const { type, title, href, computed } = page;
    const request: ContentEdit = {
      operation: 'insert_page',
      type,
      title,
      into: parent === TOP ? null : parent,
      ...(href !== undefined && { href }),
      ...(markdown !== undefined && { document: { markdown } }),
      ...(computed && { computed: toComputationInput(computed) }),
    };
    return [{ request, creates: { page: page.id }, apply: (current) => withPage(current, page, parent) }];
  },
  apply: (tree, { page, parent }) => withPage(tree, page, parent),
  invert: (_before, { page, markdown }) => ({ type: 'remove', id: page.id, markdown }),
  describe: (_tree, { page }) => `Added “${page.title}”`,
};

/** What a computed page shows, as an edit says it. */
function toComputationInput({ dependencies, props }: NonNullable<Page['computed']>): PageComputationInput {
  const { pages, models, download } = props ?? {};
  return {
    type: 'builtin:openapi',
    dependencies: { spec: { ref: { kind: 'openapi', spec: dependencies?.spec?.ref.spec ?? '' } } },
    props: {
      ...((pages === 'tag' || pages === 'operation') && { pages }),
      ...(typeof models === 'boolean' && { models }),
      ...(typeof download === 'boolean' && { download }),
    },
  };
}

const removeKind: PageChangeKind<RemoveChange> = {
  check: (tree, { id }) => checkPage(tree, id),
  plan: (_tree, { id }) => [
    { request: { operation: 'delete_page', page: id }, apply: (current) => withoutPage(current, id) },
  ],
  apply: (tree, { id }) => withoutPage(tree, id),
  invert(before, { id, markdown }) {
    const { title = '', type = 'document', href, computed } = before.nodes.get(id) ?? {};
    const page = { title, type, ...(href !== undefined && { href }), ...(computed && { computed }) };
    return addPage(page, before.parents.get(id) ?? TOP, markdown);
  },
  describe: (tree, { id }) => `Deleted “${titleOf(tree, id)}”`,
};

const kinds = { move: moveKind, update: updateKind, add: addKind, remove: removeKind };

export const pageRules = createChangeRules<PageTree, Single, ContentEdit, void>(
  ({ type }): ChangeKind<PageTree, Single, PageChange, ContentEdit, void> => kinds[type],
);

/** Updates a page; null if nothing differs. */
export function updatePage(page: TreePage, to: PageValues): UpdateChange | null {
  const from = { title: page.title, hidden: page.hidden === true, href: page.href ?? '' };
  const changed = Object.entries(to).filter(
    ([name, value]) => new Map(Object.entries(from)).get(name) !== value,
  );
  if (to.title === '' || changed.length === 0) return null;
  const names = new Set(changed.map(([name]) => name));
  const only = (values: PageValues): PageValues =>
    Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)));
  return { type: 'update', id: page.id, from: only(from), to: only(to) };
}

/** Adds a page at the end of a parent. */
export function addPage(
  page: Pick<TreePage, 'title' | 'type' | 'href' | 'computed'>,
  parent: string,
  markdown?: string,
): AddChange {
  return { type: 'add', page: { ...page, id: provisionalId(), urls: {} }, parent, markdown };
}

/** Ids of the pages that a change is about. */
export function idsIn(change: PageChange): string[] {
  if (change.type === 'batch') return change.changes.flatMap(idsIn);
  return [change.type === 'add' ? change.page.id : change.id];
}

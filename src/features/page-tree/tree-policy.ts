/** Sends the changes of the page tree, and knows which revision they are based on. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { editChangeRequestContent, getChangeRequest, getChangeRequestPage } from '#api/generated/sdk.gen.ts';
import type { ContentEdit, Page } from '#api/generated/types.gen.ts';
import { ApiError, errorMessage, fieldErrors } from '#src/api/errors.ts';
import { invalidate, type OperationId } from '#src/api/queries.ts';
import {
  type CachedTree,
  type ChangeQueue,
  createChangeQueues,
  type TreePolicy,
} from '#src/components/tree-editor/change-queue.ts';
import { movesChange, type CreatedIds } from '#src/components/tree-editor/changes.ts';
import { movesBetween } from '#src/lib/reorder.ts';
import { createStore, type Store } from '#src/lib/store.ts';
import { pageMoves, type PageTree, toPages, toTree } from './page-tree.ts';
import { pageRules, type PageChange } from './tree-changes.ts';

interface PageList {
  pages: Page[];
}

export interface PagesSource {
  spaceId: string;
  /** Id, or number within the space. */
  changeRequestId: string;
  /** The cached pages of the change request. */
  cache: CachedTree<PageList>;
  /** The revision of the change request that is known. */
  revision: () => string | undefined;
  /** The operations that a change invalidates. */
  invalidates: readonly OperationId[];
}

interface PagePolicy extends TreePolicy<PageTree, PageChange, ContentEdit, void> {
  /** Why the last change of a page failed, by its id. */
  readonly problems: Store<ReadonlyMap<string, string>>;
  /** New pages are shown: they are of the revision that is known now. */
  noteShown(): void;
  /** Deletes a page with its subpages, after all earlier changes. Cannot be undone. */
  deletePage(id: string): Promise<void>;
}

const queueOf = createChangeQueues<PageChange>();

const trees = new WeakMap<PageList, PageTree>();

/** The tree of a list of pages; the same one each time. */
export function treeOf(list: PageList): PageTree {
  const tree = trees.get(list) ?? toTree(list.pages);
  trees.set(list, tree);
  return tree;
}

/** The properties that moves depend on: the pages and their order. */
const shapeOf = (tree: PageTree | undefined): string => JSON.stringify(tree ? [...tree.children] : null);

/** Edits on top of the revision that the tree shows. If only texts changed since, the edit is sent again. */
function createSend(source: PagesSource) {
  const { spaceId, changeRequestId, cache } = source;
  const path = { spaceId, changeRequestId };
  /** The pages that are shown, and the revision that was known when they came: it may be polled before new pages are. */
  let displayed: { list: PageList | undefined; revision: string | undefined } | null = null;
  const revisionShown = (): string | undefined => {
    const list = cache.cached();
    if (displayed?.list !== list) displayed = { list, revision: source.revision() };
    return displayed?.revision;
  };
  const show = (revision: string | undefined) => {
    displayed = { list: cache.cached(), revision };
  };
  /**
   * The revisions with which edits were sent that may have been made without an answer. Sent again, they are the same
   * request, which the server makes once; the revision that they themselves made would make them others.
   */
  const unanswered = new Map<string, string | undefined>();
  const attempt = async (edit: ContentEdit, revision: string | undefined): Promise<CreatedIds> => {
    const name = JSON.stringify(edit);
    const sentRevision = unanswered.has(name) ? unanswered.get(name) : revision;
    const body = { changes: [edit], ...(sentRevision !== undefined && { revision: sentRevision }) };
    try {
      const { data } = await editChangeRequestContent({ path, body, throwOnError: true });
      unanswered.delete(name);
      show(data.revision);
      return { page: data.pages[0] };
    } catch (error) {
      const status = error instanceof ApiError ? error.status : 0;
      if (status === 0 || status >= 500) unanswered.set(name, sentRevision);
      // Refused before it was looked at, it says nothing about the attempt before.
      else if (status !== 401 && status !== 429) unanswered.delete(name);
      throw error;
    }
  };
  const attemptAgain = async (edit: ContentEdit): Promise<CreatedIds> => {
    const list = cache.cached();
    const before = shapeOf(list && treeOf(list));
    const { data } = await getChangeRequest({ path, cache: 'no-store', throwOnError: true });
    const fresh = await cache.fetch();
    show(data.revision);
    if (shapeOf(treeOf(fresh)) === before) return attempt(edit, data.revision);
    throw new ApiError({
      status: 409,
      message: 'The pages have changed. Look at them and try again.',
      operation: 'change the tree of pages',
    });
  };
  return {
    revisionShown,
    show,
    async send(edit: ContentEdit): Promise<CreatedIds> {
      try {
        return await attempt(edit, revisionShown());
      } catch (error) {
        if (error instanceof ApiError && error.status === 409) return attemptAgain(edit);
        throw withFieldMessage(error);
      }
    },
  };
}

/** The problem of a field says more than that the request is invalid. */
function withFieldMessage(error: unknown): unknown {
  const [first] = fieldErrors(error);
  if (!(error instanceof ApiError) || !first) return error;
  const { status, requestId, operation, details } = error;
  const [path, message] = first;
  const field = /\.(\w+)$/.exec(path)?.[1] ?? '';
  return new ApiError({
    status,
    message: `${field.charAt(0).toUpperCase()}${field.slice(1)}: ${message}`,
    requestId,
    operation,
    details,
  });
}

// oxlint-disable-next-line max-lines-per-function -- the members of one interface, in its order
function createPolicy(queryClient: QueryClient, source: PagesSource): PagePolicy {
  const { cache } = source;
  const { send, revisionShown, show } = createSend(source);
  const queue: ChangeQueue<PageChange> = queueOf(`${source.spaceId} ${source.changeRequestId}`);
  const problems = createStore<ReadonlyMap<string, string>>(new Map());
  const treeCache: CachedTree<PageTree> = {
    load: async () => treeOf(await cache.load()),
    fetch: async () => treeOf(await cache.fetch()),
    cached() {
      const list = cache.cached();
      return list && treeOf(list);
    },
    update(change) {
      const revision = revisionShown();
      cache.update((list) => ({ ...list, pages: toPages(change(treeOf(list))) }));
      show(revision);
    },
    cancel: cache.cancel,
  };
  const noteProblem = (id: string, problem: string | null) =>
    problems.set((current) => {
      const next = new Map(current);
      if (problem === null) next.delete(id);
      else next.set(id, problem);
      return next;
    });
  const refresh = () => void invalidate(queryClient, ...source.invalidates);
  return {
    queue,
    cache: treeCache,
    rules: pageRules,
    problems,
    noteShown: () => void revisionShown(),
    revertChange: (after, before) => ({
      change: movesChange(
        after,
        movesBetween(after, before, pageMoves.applyMove),
        '',
        pageMoves.applyMove,
      ) ?? {
        type: 'batch',
        name: '',
        changes: [],
      },
      isComplete: true,
    }),
    capabilities: async () => undefined,
    async send(edit) {
      const id = edit.page ?? '';
      try {
        const created = await send(edit);
        noteProblem(id, null);
        return created;
      } catch (error) {
        noteProblem(id, errorMessage(error));
        throw error;
      }
    },
    async fetchTitle(pageId) {
      const { spaceId, changeRequestId } = source;
      const path = { spaceId, changeRequestId, pageId };
      const { data } = await getChangeRequestPage({ path, cache: 'no-store', throwOnError: true });
      return data.title;
    },
    texts: new Set(['title', 'href']),
    loadsBeforeUndo: false,
    refresh,
    canRetry: ({ type }) => type === 'update',
    confirmation: (past) =>
      past.type === 'remove'
        ? {
            title: 'Delete the added page?',
            body: 'With its text. You can’t undo this.',
            confirmLabel: 'Delete page',
            tone: 'danger',
          }
        : null,
    async deletePage(id) {
      const change: PageChange = { type: 'remove', id };
      await queue.send(change, async () => {
        await send({ operation: 'delete_page', page: id });
        treeCache.update((tree) => pageRules.apply(tree, change));
      });
      refresh();
    },
  };
}

/** The policy of a change request's pages, as long as its screen is shown. */
export function usePagePolicy(source: PagesSource, list: PageList): PagePolicy {
  const queryClient = useQueryClient();
  const [policy] = useState(() => createPolicy(queryClient, source));
  useEffect(() => policy.noteShown(), [policy, list]);
  return policy;
}

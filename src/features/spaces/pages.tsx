import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { EyeOff } from 'lucide-react';
import { useMemo, type ReactNode, useState } from 'react';
import type { SearchHit, Page, User } from '#api/generated/types.gen.ts';
import { CopyButton } from '#src/components/clipboard/copy-button.tsx';
import { FetchFailure } from '#src/components/errors/fetch-failure.tsx';
import type { RowContentProps } from '#src/components/tree/tree-row.tsx';
import { useTreeState } from '#src/components/tree/tree-state.ts';
import { Tree, type TreeItems } from '#src/components/tree/tree.tsx';
import { pageAriaLabel, PageIcon } from '#src/domain/page/page-icon.tsx';
import { describeMark } from '#src/domain/presence/describe-editors.ts';
import { EditorMark } from '#src/domain/presence/editor-mark.tsx';
import { usePageEditors } from '#src/domain/presence/use-page-editors.ts';
import type { PageReads } from '#src/domain/published/page-reads.tsx';
import { TOP } from '#src/lib/ordered-tree.ts';
import { formatCount, formatNumber } from '#src/lib/text/format.ts';
import { useMatches } from '#src/ui/browser/viewport.ts';
import { Button } from '#src/ui/button.tsx';
import { SkeletonRows } from '#src/ui/skeleton.tsx';
import { Time } from '#src/ui/time.tsx';
import { originOf } from './labels.ts';
import { spaceSearchOptions, countPages, type PageScope, revisionOf } from './queries.ts';

/** The revision of the pages: id, creation and contents. Fetched when opened. */
export function RevisionDetails({ scope }: { scope: PageScope }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className="mt-3 rounded-lg border border-line px-3 py-2"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="font-medium">Revision</summary>
      {isOpen && <RevisionDetailList scope={scope} />}
    </details>
  );
}

function RevisionDetailList({ scope }: { scope: PageScope }) {
  const { data, error, refetch } = useQuery(revisionOf(scope));
  if (error) return <FetchFailure error={error} onRetry={refetch} className="mt-2" />;
  if (!data) return <SkeletonRows rows={3} />;
  const { id, createdAt, type, pages, files, reusableContents = [] } = data;
  return (
    <dl className="mt-2 grid grid-cols-terms items-center gap-x-3 gap-y-1">
      <DetailItem name="ID">
        <span className="flex items-center gap-1">
          <code className="text-xs wrap-anywhere">{id}</code>
          <CopyButton text={id} what="ID" size="small" />
        </span>
      </DetailItem>
      <DetailItem name="Created">
        <Time value={createdAt} />
      </DetailItem>
      <DetailItem name="Source">{originOf(type)}</DetailItem>
      <DetailItem name="Pages">{formatNumber(countPages(pages))}</DetailItem>
      <DetailItem name="Files">{formatNumber(files.length)}</DetailItem>
      {reusableContents.length > 0 && (
        <DetailItem name="Reusable content">{formatNumber(reusableContents.length)}</DetailItem>
      )}
    </dl>
  );
}

function DetailItem({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-soft">{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

interface PageItem {
  page: Page;
  /** Who is editing it now, in a change request. */
  editors: readonly User[] | undefined;
  /** How often it was read, where that is known. */
  read: ReturnType<PageReads>;
}

const labelOfItem = ({ page, editors, read }: PageItem): string =>
  [pageAriaLabel(page), ...(editors ? [describeMark(editors)] : []), ...(read ? [read.views] : [])].join(
    ', ',
  );

/** The pages as tree items. */
function itemsOf(tree: readonly Page[]): TreeItems<Page> {
  const byId = new Map<string, Page>();
  const children = new Map<string, string[]>();
  const visit = (parent: string, below: readonly Page[]) => {
    children.set(
      parent,
      below.map(({ id }) => id),
    );
    for (const page of below) {
      byId.set(page.id, page);
      if (page.pages && page.pages.length > 0) visit(page.id, page.pages);
    }
  };
  visit(TOP, tree);
  return {
    childrenOf: (id) => children.get(id) ?? [],
    isContainer: (id) => id !== TOP && children.has(id),
    itemOf: (id) => byId.get(id),
  };
}

/** The same with who is editing each page, and how often it is read. */
function useLiveItems(items: TreeItems<Page>, readsOf: PageReads | undefined): TreeItems<PageItem> {
  const editors = usePageEditors();
  return useMemo(() => {
    const itemsById = new Map<string, PageItem>();
    const itemOf = (id: string) => {
      const page = items.itemOf(id);
      if (page && !itemsById.has(id))
        itemsById.set(id, { page, editors: editors.get(id), read: readsOf?.(id) });
      return itemsById.get(id);
    };
    return { ...items, itemOf };
  }, [items, editors, readsOf]);
}

function PageRow({ item: { page, editors, read } }: RowContentProps<PageItem>) {
  return (
    <>
      <PageIcon page={page} />
      <span dir="auto" className={`flex-1 truncate pr-2 ${page.type === 'group' ? 'font-medium' : ''}`}>
        {page.title}
      </span>
      {editors && <EditorMark editors={editors} />}
      {page.hidden && (
        <span data-tip="Hidden from navigation" className="pr-2">
          <EyeOff aria-hidden="true" className="size-3.5 text-ink-soft" />
        </span>
      )}
      {read?.mark}
    </>
  );
}

interface PageTreeProps {
  pages: readonly Page[];
  open: string | undefined;
  /** How often pages are read; absent where that is not known. */
  readsOf?: PageReads | undefined;
  onOpen: (id: string) => void;
}

/** The page tree, expanded to the open page. In narrow windows it folds, so that the page's text is near. */
export function PageTree({ pages, open, readsOf, onOpen }: PageTreeProps) {
  const isWide = useMatches('(width >= 64rem)');
  const items = useLiveItems(
    useMemo(() => itemsOf(pages), [pages]),
    readsOf,
  );
  const all = (below: readonly Page[]): string[] =>
    below.flatMap(({ id, pages: inner = [] }) => [id, ...all(inner)]);
  const state = useTreeState(open, () => all(pages));
  const tree = (
    <Tree
      label="Pages"
      items={items}
      state={state}
      labelOf={labelOfItem}
      Content={PageRow}
      onOpen={onOpen}
      scrollsPage={!isWide}
      className="p-1.5 lg:max-h-pane"
    />
  );
  if (isWide) return tree;
  return (
    // Folds again when a page is opened.
    <details key={open} open={open === undefined}>
      <summary className="px-3 py-2 font-medium">
        Pages <span className="font-normal text-ink-soft">{formatNumber(countPages(pages))}</span>
      </summary>
      {tree}
    </details>
  );
}

interface PageSearchProps {
  organizationId: string;
  spaceId: string;
  query: string;
}

/** Pages of a space that match a search, with matching sections. */
export function PageSearch({ organizationId, spaceId, query }: PageSearchProps) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    spaceSearchOptions(spaceId, query),
  );
  if (error) return <FetchFailure error={error} onRetry={refetch} />;
  if (!data) return <SkeletonRows />;
  const hits = data.pages.flatMap(({ items }) => items);
  return (
    <section aria-label="Search results">
      <p role="status" className="mb-3 text-ink-soft">
        {hits.length === 0
          ? `No pages found for “${query}”.`
          : `${formatCount(data.pages[0]?.count ?? hits.length, 'page')} found for “${query}”`}
      </p>
      <ol className="flex flex-col gap-4">
        {hits.map((hit) => (
          <li key={hit.id}>
            <SearchResult organizationId={organizationId} spaceId={spaceId} hit={hit} />
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <Button className="mt-4" pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </section>
  );
}

function SearchResult({
  organizationId,
  spaceId,
  hit,
}: {
  organizationId: string;
  spaceId: string;
  hit: SearchHit;
}) {
  const params = { organizationId, spaceId, pageId: hit.id };
  return (
    <>
      <Link
        to="/o/$organizationId/spaces/$spaceId/pages/$pageId"
        params={params}
        dir="auto"
        className="link font-medium"
      >
        {hit.title}
      </Link>
      <p className="font-mono text-xs text-ink-soft wrap-anywhere">/{hit.path}</p>
      <ul className="mt-1 flex flex-col gap-1">
        {hit.sections?.slice(0, 3).map((section) => (
          <li key={section.id} dir="auto" className="border-l-2 border-line pl-3 text-ink-soft">
            {section.title && <span className="font-medium text-ink">{section.title} — </span>}
            {section.body}
          </li>
        ))}
      </ul>
    </>
  );
}

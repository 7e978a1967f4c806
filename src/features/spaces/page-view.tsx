import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ExternalLink } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import type { DocumentNode, File, Page } from '#api/generated/types.gen.ts';
import { useList } from '#src/api/paging.ts';
import { CopyButton } from '#src/components/clipboard/copy-button.tsx';
import { PanelBoundary } from '#src/components/errors/fetch-failure.tsx';
import { DocumentView } from '#src/domain/document/document-view.tsx';
import { parseHref } from '#src/domain/document/page-href.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { Time } from '#src/ui/time.tsx';
import { LinkList } from './link-list.tsx';
import {
  type PageScope,
  fileUrls,
  findPage,
  findPageByPath,
  pagesOf,
  linksOfPage,
  pageWithDocument,
} from './queries.ts';

interface PageTextProps {
  organizationId: string;
  scope: PageScope;
  page: Page;
}

/** The text of a page, with links resolved to console screens. */
function PageText({ organizationId, scope, page }: PageTextProps) {
  const { spaceId } = scope;
  const { data: tree } = useSuspenseQuery(pagesOf(scope));
  const files = useQuery(fileUrls(scope)).data;
  const document = useMemo(() => page.document && withoutTitle(page, page.document), [page]);
  if (!document) return <PageMarkdown page={page} />;
  const from = { spaceId, path: page.path ?? '' };

  const renderLink = (href: string, children: ReactNode) => {
    const address = parseHref(href, from);
    const target =
      address.kind === 'path'
        ? { spaceId, pageId: findPageByPath(tree.pages, address.path)?.id, anchor: address.anchor }
        : address.kind === 'page'
          ? address
          : undefined;
    if (target?.pageId !== undefined) {
      return (
        <PageLink
          organizationId={organizationId}
          scope={target.spaceId === spaceId ? scope : { spaceId: target.spaceId }}
          pageId={target.pageId}
          anchor={target.anchor}
        >
          {children}
        </PageLink>
      );
    }
    switch (address.kind) {
      case 'space':
        return (
          <Link to="/o/$organizationId/spaces/$spaceId" params={{ organizationId, spaceId: address.spaceId }}>
            {children}
          </Link>
        );
      case 'file':
        return (
          <Link
            to="/o/$organizationId/spaces/$spaceId/files/$fileId"
            params={{ organizationId, spaceId, fileId: address.fileId }}
          >
            {children}
          </Link>
        );
      case 'here':
        // The browser's own keeps which page is shown, and costs nothing in a text of thousands.
        return <a href={`#${address.anchor}`}>{children}</a>;
      case 'external':
        return (
          <a href={address.url} target="_blank" rel="noopener noreferrer">
            {children}
            <ExternalLink aria-hidden="true" className="ml-0.5 inline size-3" />
          </a>
        );
      default:
        return <span data-tip={`Invalid link: ${href}`}>{children}</span>;
    }
  };
  return (
    <DocumentView
      isPage
      document={document}
      renderLink={renderLink}
      imageUrl={pictureFinder(from, files)}
      nameOf={nameFinder(from, tree.pages, files)}
    />
  );
}

type Address = Parameters<typeof parseHref>[1];

/** Returns the URLs of pictures. */
const pictureFinder =
  (from: Address, files: readonly File[] = []) =>
  (src: string): string | undefined => {
    const address = parseHref(src, from);
    if (address.kind === 'file') return files.find(({ id }) => id === address.fileId)?.downloadURL;
    return address.kind === 'external' ? address.url : undefined;
  };

/** Returns the names of the pages and files that hrefs lead to. */
const nameFinder =
  (from: Address, pages: readonly Page[], files: readonly File[] = []) =>
  (href: string): string | undefined => {
    const address = parseHref(href, from);
    if (address.kind === 'file') return files.find(({ id }) => id === address.fileId)?.name;
    if (address.kind === 'path') return findPageByPath(pages, address.path)?.title;
    return address.kind === 'page' ? findPage(pages, address.pageId)?.title : undefined;
  };

const textOfNode = ({ text, nodes = [] }: DocumentNode): string => text ?? nodes.map(textOfNode).join('');

/** The text of a file begins with its title, which is shown above it. */
function withoutTitle({ git, title }: Page, document: DocumentNode): DocumentNode {
  const [first, ...nodes] = document.nodes ?? [];
  const isTitle = git && first?.type === 'heading' && first.level === 1 && textOfNode(first).trim() === title;
  return isTitle ? { ...document, nodes } : document;
}

/** The Markdown of a page, if the server does not return a document. */
function PageMarkdown({ page: { type, markdown } }: { page: Page }) {
  if (type !== 'document') return null;
  if (markdown === undefined) return <p className="text-ink-soft">The text of this page is not available.</p>;
  return (
    <pre dir="auto" className="font-mono text-xs whitespace-pre-wrap wrap-anywhere">
      {markdown}
    </pre>
  );
}

interface PageLinkProps {
  organizationId: string;
  scope: PageScope;
  pageId: string;
  anchor?: string;
  className?: string;
  children: ReactNode;
}

/** Link to a page; within a change request, to its version there. */
function PageLink({ organizationId, scope, pageId, anchor, className, children }: PageLinkProps) {
  const { spaceId, changeRequest } = scope;
  const shared = { dir: 'auto', className, hash: anchor || undefined };
  return changeRequest === undefined ? (
    <Link
      {...shared}
      to="/o/$organizationId/spaces/$spaceId/pages/$pageId"
      params={{ organizationId, spaceId, pageId }}
    >
      {children}
    </Link>
  ) : (
    <Link
      {...shared}
      to="/o/$organizationId/spaces/$spaceId/changes/$changeRequest/content"
      params={{ organizationId, spaceId, changeRequest }}
      search={{ page: pageId }}
    >
      {children}
    </Link>
  );
}

interface PageViewProps {
  organizationId: string;
  scope: PageScope;
  page: Page;
  /** Beside the title. */
  actions?: ReactNode;
}

/** A page: title, details and text. */
function PageView({ organizationId, scope, page, actions }: PageViewProps) {
  // On some servers only pages with text have URLs.
  const { urls }: Partial<Page> = page;
  const link = urls?.app;
  return (
    <article aria-labelledby="page-title">
      <header className="mb-4 border-b border-line pb-3">
        <div className="flex items-start gap-2">
          <h2 id="page-title" dir="auto" className="flex-1 text-xl font-semibold wrap-anywhere">
            {page.emoji && <span aria-hidden="true">{page.emoji} </span>}
            {page.title}
          </h2>
          {link !== undefined && <CopyButton text={link} what="link" />}
          {page.type === 'document' && actions}
        </div>
        {page.description && (
          <p dir="auto" className="mt-1 text-ink-soft">
            {page.description}
          </p>
        )}
        <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-ink-soft">
          {page.path && <span className="font-mono wrap-anywhere">/{page.path}</span>}
          {page.updatedAt && (
            <span>
              Updated <Time value={page.updatedAt} />
            </span>
          )}
          {page.hidden && <Badge tip="Hidden from navigation">Hidden</Badge>}
          {page.noIndex && <Badge tip="Excluded from site search">Not searchable</Badge>}
          {page.noRobotsIndex && <Badge tip="Asks search engines not to index it">Not indexed</Badge>}
        </p>
      </header>
      {page.type === 'link' && <Callout>This entry is a link and has no text.</Callout>}
      {page.type === 'computed' && <Callout className="mb-4">Generated from an API specification.</Callout>}
      <PanelBoundary resetKey={page.id}>
        <PageText organizationId={organizationId} scope={scope} page={page} />
      </PanelBoundary>
      {page.pages && page.pages.length > 0 && (
        <nav aria-label="Subpages" className="mt-6">
          <h3 className="mb-1 font-semibold">Subpages</h3>
          <ul className="list-disc pl-5">
            {page.pages.map(({ id, title }) => (
              <li key={id}>
                <PageLink organizationId={organizationId} scope={scope} pageId={id} className="link">
                  {title}
                </PageLink>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </article>
  );
}

interface PageWithLinksProps {
  organizationId: string;
  scope: PageScope;
  pageId: string;
  /** The actions on a page with a text; beside its title. */
  actions?: ReactNode;
}

export function PageWithLinks({ organizationId, scope, pageId, actions }: PageWithLinksProps) {
  const { data: page } = useSuspenseQuery(pageWithDocument(scope, pageId));
  return (
    <>
      <PageView key={pageId} organizationId={organizationId} scope={scope} page={page} actions={actions} />
      <section aria-labelledby="page-links" className="mt-10 border-t border-line pt-4">
        <h3 id="page-links" className="mb-2 font-semibold">
          Links on this page
        </h3>
        <PanelBoundary resetKey={pageId}>
          <LinksOfPage scope={scope} pageId={pageId} />
        </PanelBoundary>
      </section>
    </>
  );
}

function LinksOfPage({ scope, pageId }: Pick<PageWithLinksProps, 'scope' | 'pageId'>) {
  return <LinkList links={useList(linksOfPage(scope, pageId))} />;
}

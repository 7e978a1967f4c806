import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Page } from '#api/generated/types.gen.ts';
import { DocumentView } from '#src/components/document/document-view.tsx';
import { parseHref } from './page-href.ts';
import { PageLink } from './page-link.tsx';
import { fileUrls, findPageByPath, type PageScope, pagesOf } from './page-query.ts';

interface PageTextProps {
  organizationId: string;
  scope: PageScope;
  page: Page;
}

/** The text of a page, with links resolved to console screens. */
export function PageText({ organizationId, scope, page }: PageTextProps) {
  const { spaceId } = scope;
  const { data: tree } = useSuspenseQuery(pagesOf(scope));
  const files = useQuery(fileUrls(scope)).data;
  if (!page.document) return <PageMarkdown page={page} />;
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
        return (
          <Link to="." hash={address.anchor}>
            {children}
          </Link>
        );
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
  const pictureUrl = (src: string) => {
    const address = parseHref(src, from);
    if (address.kind === 'file') return files?.find(({ id }) => id === address.fileId)?.downloadURL;
    return address.kind === 'external' ? address.url : undefined;
  };
  return <DocumentView document={page.document} renderLink={renderLink} imageUrl={pictureUrl} />;
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

import { Link } from '@tanstack/react-router';
import type { DocumentContext } from '#src/domain/document/inline-nodes.tsx';
import { parseHref } from '#src/domain/document/page-href.ts';

/** Renders links and images of compared texts: links to pages open in the console, other URLs stay as written. */
export function documentContext(params: { organizationId: string; spaceId: string }): DocumentContext {
  const read = (address: string) => parseHref(address, { spaceId: params.spaceId, path: '' });
  return {
    renderLink: (href, children) => {
      const address = read(href);
      if (address.kind === 'page') {
        const { spaceId, pageId } = address;
        return (
          <Link
            to="/o/$organizationId/spaces/$spaceId/pages/$pageId"
            params={{ ...params, spaceId, pageId }}
            data-tip={href}
          >
            {children}
          </Link>
        );
      }
      if (address.kind !== 'external') return <span data-tip={href}>{children}</span>;
      return (
        <a href={address.url} target="_blank" rel="noopener noreferrer" data-tip={href}>
          {children}
        </a>
      );
    },
    imageUrl: (src) => {
      const address = read(src);
      return address.kind === 'external' ? address.url : undefined;
    },
  };
}

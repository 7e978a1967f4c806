import { Link } from '@tanstack/react-router';
import type { DocumentContext } from '#src/domain/document/inline-nodes.tsx';
import { parseHref } from '#src/domain/document/page-href.ts';

/** Renders links of compared texts: those to pages open in the console, other URLs stay as written. */
export function contentLinks(params: {
  organizationId: string;
  spaceId: string;
}): DocumentContext['renderLink'] {
  return (href, children) => {
    const address = parseHref(href, { spaceId: params.spaceId, path: '' });
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
  };
}

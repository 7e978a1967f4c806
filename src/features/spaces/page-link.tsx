import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { PageScope } from './page-query.ts';

interface PageLinkProps {
  organizationId: string;
  scope: PageScope;
  pageId: string;
  /** A heading of the page. */
  anchor?: string;
  className?: string;
  children: ReactNode;
}

/** A link to a page: in a change request it leads to the page as it is proposed there. */
export function PageLink({ organizationId, scope, pageId, anchor, className, children }: PageLinkProps) {
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

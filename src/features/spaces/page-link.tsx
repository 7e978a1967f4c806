import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { PageScope } from './page-query.ts';

interface PageLinkProps {
  organizationId: string;
  scope: PageScope;
  pageId: string;
  anchor?: string;
  className?: string;
  children: ReactNode;
}

/** Link to a page; within a change request, to its version there. */
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

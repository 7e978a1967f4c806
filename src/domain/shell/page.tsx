import { useParams } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { optionalPart } from '#src/components/errors/load-part.ts';
import { type Crumb, LayoutContext, PageBar, type PageBarProps } from '#src/components/layout/page-bar.tsx';
import { Skeleton, SkeletonRows } from '#src/ui/skeleton.tsx';
import { LateBell } from './late-bell.tsx';

// Not on lists. If it fails to load, the screen works without it.
const PageFavorite = optionalPart(async () => ({
  default: (await import('#src/domain/recent/favorite-button.tsx')).FavoriteButton,
}));

/**
 * The kinds of screens, see docs/design.md: lists, trees and editors take the whole width; a record keeps its side
 * column near; a form has short lines. All begin at the same left edge.
 */
export type PageLayout = 'list' | 'record' | 'form';

const layoutClasses: Readonly<Record<PageLayout, string>> = {
  list: 'page',
  record: 'page layout-record',
  form: 'page layout-form',
};

export interface PageProps extends Omit<PageBarProps, 'title' | 'crumbs'> {
  /** The heading and the document title. */
  title: string;
  /** Breadcrumbs, the screen last. Omit for top-level screens. */
  crumbs?: readonly Crumb[];
  /** One or two sentences under the bar. */
  description?: ReactNode;
  /** A row of tabs under the bar. */
  tabs?: ReactNode;
  layout?: PageLayout;
  /** The content is a placeholder, and so are the actions unless they are null. */
  isLoading?: boolean;
  children: ReactNode;
}

/** As high as the buttons of most screens, which stand below the bar on phones. */
const pendingActions = { actions: <Skeleton className="h-8 w-28 pointer-coarse:h-10" /> };

/** A screen: bar with heading and actions, tabs, content. */
export function Page({
  title,
  description,
  tabs,
  layout = 'list',
  isLoading = false,
  children,
  ...bar
}: PageProps) {
  const isDetailPage = useParams({ strict: false, select: (params) => Object.keys(params).length > 1 });
  const { organizationId } = useParams({ strict: false });
  const hasFavorite = useParams({
    strict: false,
    select: (params) => 'spaceId' in params || 'siteId' in params || 'collectionId' in params,
  });
  return (
    <>
      <title>{`${title} · Bindery`}</title>
      <main id="main" tabIndex={-1} aria-busy={isLoading || undefined}>
        <PageBar
          title={title}
          end={
            organizationId !== undefined && (
              <LateBell organizationId={organizationId} className="ml-auto lg:hidden" />
            )
          }
          {...(isLoading && pendingActions)}
          {...bar}
        >
          {isDetailPage && (
            <Suspense fallback={hasFavorite && <span className="h-7 w-8.5 pointer-coarse:w-10" />}>
              <PageFavorite title={title} />
            </Suspense>
          )}
        </PageBar>
        {tabs && (
          <div className="page-tabs empty:hidden" data-page-tabs="">
            {tabs}
          </div>
        )}
        <div className={layoutClasses[layout]}>
          {description && <div className="page-description">{description}</div>}
          <LayoutContext value="page">
            <Suspense fallback={<SkeletonRows />}>{children}</Suspense>
          </LayoutContext>
        </div>
      </main>
    </>
  );
}

import { useParams } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { type Crumb, PageBar, LayoutContext, PendingScreen } from '#src/components/layout/page-bar.tsx';
import { classNames } from '#src/lib/class-names.ts';
import { formatNumber } from '#src/lib/text/format.ts';

// Not on lists. If it fails to load, the screen works without it.
const PageFavorite = lazy(() =>
  import('#src/domain/recent/favorite-button.tsx').then(
    (part) => ({ default: part.FavoriteButton }),
    () => ({ default: () => null }),
  ),
);

export interface PageProps {
  /** The heading and the document title. */
  title: string;
  /** Breadcrumbs, the screen last. Omit for top-level screens. */
  crumbs?: readonly Crumb[];
  /** How many items the screen lists. */
  count?: number | undefined;
  /** One or two sentences under the heading. */
  description?: ReactNode;
  /** Replaces the heading while it is edited in place. */
  editor?: ReactNode;
  /** An image before the heading. */
  leading?: ReactNode;
  /** Badges behind the heading. */
  badges?: ReactNode;
  /** Buttons beside the heading, the primary one last. */
  actions?: ReactNode;
  /** A row of tabs under the heading. */
  tabs?: ReactNode;
  /** `narrow` for forms and texts, `full` for lists and editors. */
  width?: 'narrow' | 'full';
  children: ReactNode;
}

/** A screen: bar with breadcrumbs, heading with actions, content. */
export function Page({ title, crumbs, width = 'full', children, ...heading }: PageProps) {
  const isDetailPage = useParams({ strict: false, select: (params) => Object.keys(params).length > 1 });
  return (
    <>
      <title>{`${title} · Bindery`}</title>
      <PageBar crumbs={crumbs ?? [{ label: title }]}>
        <Suspense>{isDetailPage && <PageFavorite title={title} />}</Suspense>
      </PageBar>
      <main
        id="main"
        tabIndex={-1}
        className={classNames(
          'mx-auto px-4 pt-5 pb-16 sm:px-6',
          width === 'narrow' ? 'max-w-3xl' : 'max-w-[90rem]',
        )}
      >
        <Heading title={title} {...heading} />
        <LayoutContext value="page">
          <Suspense fallback={<PendingScreen />}>{children}</Suspense>
        </LayoutContext>
      </main>
    </>
  );
}

function Heading(
  props: Pick<
    PageProps,
    'title' | 'editor' | 'count' | 'description' | 'leading' | 'badges' | 'actions' | 'tabs'
  >,
) {
  const { title, editor, count, description, leading, badges, actions, tabs } = props;
  return (
    <div className="mb-5" data-page-heading="">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        {leading}
        <div className="min-w-0 flex-1 basis-48">
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <h1 className={editor ? 'sr-only' : 'text-xl font-semibold tracking-tight wrap-anywhere'}>
              {title}
            </h1>
            {editor}
            {count !== undefined && (
              <span className="text-base text-ink-soft tabular-nums">{formatNumber(count)}</span>
            )}
            {badges}
          </div>
          {description && <div className="mt-0.5 max-w-prose text-ink-soft text-pretty">{description}</div>}
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      {tabs && <div className="mt-4">{tabs}</div>}
    </div>
  );
}

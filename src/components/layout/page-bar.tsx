import { Link, type LinkProps } from '@tanstack/react-router';
import { Menu, ChevronsUpDown } from 'lucide-react';
import { type ReactNode, createContext, useContext } from 'react';
import { classNames } from '#src/lib/class-names.ts';
import { loadingLabel } from '#src/lib/shared-labels.ts';
import { IconButton } from '#src/ui/button.tsx';
import { MenuIconButton } from '#src/ui/menu-button.tsx';
import type { MenuEntry } from '#src/ui/menu.ts';
import { Skeleton, SkeletonRows } from '#src/ui/skeleton.tsx';
import { navigationDrawer } from './layout-state.ts';

/** The enclosing layout: none, the `Shell`, or a `Page` with bar, heading and main region. */
export const LayoutContext = createContext<'none' | 'shell' | 'page'>('none');

/** One breadcrumb; the last is the screen itself. */
export interface Crumb {
  label: string;
  /** Created with `linkOptions`; the last crumb has none. */
  link?: LinkProps;
  /** Menu of its siblings. */
  siblings?: () => readonly MenuEntry[] | Promise<readonly MenuEntry[]>;
}

/** The breadcrumbs of a screen; only the last two on phones. */
function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumbs" className="min-w-0 flex-1">
      <ol className="flex items-center">
        {crumbs.map((crumb, index) => (
          <li
            // oxlint-disable-next-line react/no-array-index-key -- two steps may have one name; the index distinguishes them
            key={index}
            className={`flex min-w-0 items-center ${index < crumbs.length - 2 ? 'max-sm:hidden' : ''}`}
          >
            {index > 0 && (
              <span
                aria-hidden="true"
                className={classNames(
                  'px-1.5 text-ink-soft/60 select-none',
                  index === crumbs.length - 2 && 'max-sm:hidden',
                )}
              >
                /
              </span>
            )}
            <CrumbText crumb={crumb} last={index === crumbs.length - 1} />
            {crumb.siblings && (
              <MenuIconButton
                label={`Switch from ${crumb.label}`}
                size="small"
                entries={crumb.siblings}
                className="-mr-1"
              >
                <ChevronsUpDown className="size-3.5!" />
              </MenuIconButton>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

function CrumbText({ crumb, last }: { crumb: Crumb; last: boolean }) {
  if (!crumb.link) {
    return (
      <span dir="auto" aria-current={last ? 'page' : undefined} className="truncate font-medium">
        {crumb.label}
      </span>
    );
  }
  return (
    <Link {...crumb.link} dir="auto" className="truncate rounded-sm text-ink-soft hover:text-ink">
      {crumb.label}
    </Link>
  );
}

interface PageBarProps {
  crumbs: readonly Crumb[];
  /** Shown at the end. */
  children?: ReactNode;
}

/** The bar above a screen: menu button on narrow screens, breadcrumbs. */
export function PageBar({ crumbs, children }: PageBarProps) {
  return (
    <header className="sticky top-0 z-20 flex h-12 items-center gap-2 border-b border-line bg-canvas px-3 sm:px-6">
      <IconButton
        label="Open navigation"
        aria-haspopup="dialog"
        className="-ml-1 lg:hidden"
        onClick={() => navigationDrawer.set(true)}
      >
        <Menu />
      </IconButton>
      <Breadcrumbs crumbs={crumbs} />
      {children}
    </header>
  );
}

/**
 * Loading placeholder for a section, a screen or the whole console. In the first chunk, since it can't wait for its own
 * code.
 */
export function PendingScreen() {
  const layout = useContext(LayoutContext);
  if (layout === 'page') return <SkeletonRows />;
  // index.html holds the empty frame.
  if (layout === 'none') return <div hidden data-awaits-frame="" />;
  return (
    <>
      <PageBar crumbs={[{ label: 'Loading…' }]} />
      <main
        aria-busy="true"
        aria-label={loadingLabel}
        className="mx-auto max-w-[90rem] px-4 pt-5 pb-16 sm:px-6"
      >
        <div className="mb-5 flex h-7 items-center">
          <Skeleton className="h-5 w-40" />
        </div>
        <SkeletonRows />
      </main>
    </>
  );
}

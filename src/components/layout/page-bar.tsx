import { Link, type LinkProps } from '@tanstack/react-router';
import { ChevronsUpDown, Menu } from 'lucide-react';
import { createContext, type ReactNode, useContext } from 'react';
import { formatNumber } from '#src/lib/text/format.ts';
import { IconButton } from '#src/ui/button.tsx';
import { MenuIconButton } from '#src/ui/menu-button.tsx';
import type { MenuEntry } from '#src/ui/menu.ts';
import { Skeleton, SkeletonRows } from '#src/ui/skeleton.tsx';
import { navigationDrawer } from './layout-state.ts';

/** The enclosing layout: none, the `Shell`, or a `Page` with bar, heading and main region. */
export const LayoutContext = createContext<'none' | 'shell' | 'page'>('none');

/** One breadcrumb; the last is the screen itself, whose heading stands in its place. */
export interface Crumb {
  label: string;
  /** Created with `linkOptions`; the last crumb has none. */
  link?: LinkProps;
  /** Menu of its siblings. */
  siblings?: () => readonly MenuEntry[] | Promise<readonly MenuEntry[]>;
}

/** The path to the screen; only the nearest parent on phones. */
function Breadcrumbs({ parents }: { parents: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumbs" className="page-bar-crumbs">
      <ol>
        {parents.map(({ label, link, siblings }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- two parents may have one name; the index distinguishes them
          <li key={index}>
            {link ? (
              <Link {...link} dir="auto">
                {label}
              </Link>
            ) : (
              <span dir="auto">{label}</span>
            )}
            {siblings && <Siblings label={label} entries={siblings} />}
            <span aria-hidden="true">/</span>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Siblings({ label, entries }: { label: string; entries: NonNullable<Crumb['siblings']> }) {
  return (
    <MenuIconButton label={`Switch from ${label}`} size="small" entries={entries} className="-mx-1">
      <ChevronsUpDown className="size-3.5!" />
    </MenuIconButton>
  );
}

export interface PageBarProps {
  /** The heading; a skeleton while it is loading. */
  title?: string;
  /** Breadcrumbs, the screen last. */
  crumbs?: readonly Crumb[] | undefined;
  /** How many items the screen lists. */
  count?: number | undefined;
  /** Replaces the heading while it is edited in place. */
  editor?: ReactNode;
  /** An image before the heading. */
  leading?: ReactNode;
  /** Badges behind the heading, on phones below the bar. */
  badges?: ReactNode;
  /** Buttons, the primary one last. On phones they stand below the bar. */
  actions?: ReactNode;
  /** Shown right behind the heading. */
  children?: ReactNode;
  /** Where the navigation is a drawer: at the end of the row of the heading. */
  end?: ReactNode;
}

/** The one bar of a screen: menu button on narrow screens, breadcrumbs, heading, actions. */
export function PageBar(props: PageBarProps) {
  const { title, crumbs = [], count, editor, leading, badges, actions, children, end } = props;
  const siblings = crumbs.at(-1)?.siblings;
  return (
    <header className="page-bar" data-page-heading="">
      <div className="page-bar-title">
        <IconButton
          label="Open navigation"
          aria-haspopup="dialog"
          className="-ml-1 lg:hidden"
          onClick={() => navigationDrawer.set(true)}
        >
          <Menu />
        </IconButton>
        {crumbs.length > 1 && <Breadcrumbs parents={crumbs.slice(0, -1)} />}
        {leading}
        {title === undefined ? (
          <Skeleton className="w-32" />
        ) : (
          <h1 dir="auto" title={title} className={editor ? 'sr-only' : undefined}>
            {title}
          </h1>
        )}
        {editor}
        {count !== undefined && <span className="text-ink-soft tabular-nums">{formatNumber(count)}</span>}
        {siblings && title && <Siblings label={title} entries={siblings} />}
        {children}
        {end}
      </div>
      {badges && <div className="page-bar-badges">{badges}</div>}
      {actions && (
        <div className="page-bar-actions" data-page-actions="">
          {actions}
        </div>
      )}
    </header>
  );
}

/**
 * Loading placeholder for a section, a screen or the whole console. In the first chunk, since it can't wait for its own
 * code.
 */
export function PendingScreen() {
  const layout = useContext(LayoutContext);
  if (layout === 'page')
    return (
      <div aria-busy="true">
        <SkeletonRows />
      </div>
    );
  // index.html holds the empty frame.
  if (layout === 'none') return <div hidden data-awaits-frame="" />;
  return (
    <main aria-busy="true" aria-label="Loading">
      <PageBar />
      <div className="page">
        <Skeleton className="mb-12 h-8 sm:w-72" />
        <SkeletonRows />
      </div>
    </main>
  );
}

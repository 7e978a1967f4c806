import { Menu } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '#src/ui/button.tsx';
import { Breadcrumbs, type Crumb } from './breadcrumbs.tsx';
import { navigationDrawer } from './navigation-drawer.ts';

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

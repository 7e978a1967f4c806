import { Link, type LinkProps } from '@tanstack/react-router';
import { ChevronsUpDown } from 'lucide-react';
import { classNames } from '#src/lib/class-names.ts';
import { MenuIconButton } from '#src/ui/menu-button.tsx';
import type { MenuEntry } from '#src/ui/menu.ts';

/** One breadcrumb; the last is the screen itself. */
export interface Crumb {
  label: string;
  /** Created with `linkOptions`; the last crumb has none. */
  link?: LinkProps;
  /** Menu of its siblings. */
  siblings?: () => readonly MenuEntry[] | Promise<readonly MenuEntry[]>;
}

/** The breadcrumbs of a screen; only the last two on phones. */
export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumbs" className="min-w-0 flex-1">
      <ol className="flex items-center">
        {crumbs.map((crumb, index) => (
          <li
            // oxlint-disable-next-line react/no-array-index-key -- two steps may have one name; the place tells them apart
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

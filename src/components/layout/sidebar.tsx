import { Link, useLocation } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import type { Organization } from '#api/generated/types.gen.ts';
import { Keys } from '#src/ui/kbd.tsx';
import { openSearch } from './navigation-drawer.ts';
import { type OrganizationPath, visibleNavigation } from './navigation.ts';
import { OrganizationSwitcher } from './organization-switcher.tsx';
import { UserMenu } from './user-menu.tsx';

/** The sidebar: organization, navigation, user. */
export function Sidebar({ organization }: { organization: Organization }) {
  const groups = visibleNavigation(organization);
  const here = useLocation({ select: ({ pathname }) => pathname });
  /** Whether a more specific entry matches the current URL. */
  const hasDeeperMatch = (to: OrganizationPath) =>
    groups.some(({ items }) =>
      items.some(
        (other) =>
          other.to.startsWith(`${to}/`) &&
          here.startsWith(other.to.replace('$organizationId', organization.id)),
      ),
    );
  return (
    <div className="flex h-full flex-col gap-1 p-2">
      <OrganizationSwitcher organization={organization} />
      <button
        type="button"
        className="field mt-1 mb-2 flex h-8 items-center gap-2 px-2 text-ink-soft pointer-coarse:h-10"
        onClick={openSearch}
      >
        <Search aria-hidden="true" className="size-3.5" />
        <span className="flex-1 text-left">Search</span>
        <Keys keys="mod+k" className="pointer-coarse:hidden" />
      </button>
      <nav aria-label="Main" className="-mx-2 flex-1 overflow-y-auto px-2">
        {groups.map(({ label, items }) => (
          <section key={label} aria-label={label ?? undefined} className="mb-3">
            {label && <h2 className="px-2 pt-1 pb-1 text-xs font-medium text-ink-soft">{label}</h2>}
            <ul>
              {items.map(({ to, label: name, icon: Icon }) => (
                <li key={to}>
                  <Link
                    to={to}
                    params={{ organizationId: organization.id }}
                    activeOptions={{ exact: to === '/o/$organizationId' || hasDeeperMatch(to) }}
                    className="navigation-link"
                  >
                    <Icon aria-hidden="true" />
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
      <UserMenu />
    </div>
  );
}

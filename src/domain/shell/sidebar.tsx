import { useQueryClient } from '@tanstack/react-query';
import { Link, useLocation, useRouter } from '@tanstack/react-router';
import { ChevronsUpDown, Search } from 'lucide-react';
import { memo, type ReactNode, Suspense, useMemo } from 'react';
import { listOrganizationsOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import type { Organization } from '#api/generated/types.gen.ts';
import { optionalPart } from '#src/components/errors/load-part.ts';
import { isIdle, openSearch } from '#src/components/layout/layout-state.ts';
import { LateBell } from '#src/domain/shell/late-bell.tsx';
import {
  type NavigationGroup,
  navigationItemAt,
  sidebarItems,
  useNavigation,
} from '#src/domain/shell/navigation.ts';
import { UserMenu } from '#src/domain/shell/user-menu.tsx';
import { createFoldedParts } from '#src/lib/folded-parts.ts';
import { Avatar } from '#src/ui/avatar.tsx';
import { useStore } from '#src/ui/browser/use-store.ts';
import { Keys } from '#src/ui/kbd.tsx';
import { MenuButton } from '#src/ui/menu-button.tsx';
import type { MenuEntry } from '#src/ui/menu.ts';

// Optional parts of the sidebar: if they fail to load, the navigation still works.
const loadExtras = () => import('#src/domain/shell/sidebar-extras.tsx');
const NavigationCount = optionalPart(async () => ({ default: (await loadExtras()).NavigationCount }));
const Favorites = optionalPart(async () => ({ default: (await loadExtras()).Favorites }));
const StreamMark = optionalPart(async () => ({ default: (await loadExtras()).StreamMark }));

/** Shows the current organization and lists the others. */
function OrganizationSwitcher({ organization }: { organization: Organization }) {
  const queryClient = useQueryClient();
  const router = useRouter();

  const entries = async (): Promise<MenuEntry[]> => {
    const { items } = await queryClient.ensureQueryData(listOrganizationsOptions({ query: { limit: 100 } }));
    return [
      { heading: 'Organizations' },
      ...items.map((other) => ({
        label: other.title,
        icon: <Avatar name={other.title} src={other.urls.logo} size="small" shape="square" />,
        checked: other.id === organization.id,
        onSelect: () =>
          void router.navigate({ to: '/o/$organizationId', params: { organizationId: other.id } }),
      })),
      'separator',
      { label: 'All organizations', onSelect: () => void router.navigate({ to: '/orgs' }) },
      {
        // Readers, who have no settings in the sidebar, leave at the end of these.
        label: 'Leave organization…',
        onSelect: () =>
          void router.navigate({
            to: '/o/$organizationId/settings/general',
            params: { organizationId: organization.id },
          }),
      },
    ];
  };

  return (
    <MenuButton
      tone="quiet"
      label="Organizations"
      entries={entries}
      className="h-10! min-w-0 flex-1 justify-start! px-2!"
      aria-label={`Organization: ${organization.title}`}
    >
      <Avatar name={organization.title} src={organization.urls.logo} shape="square" />
      <span className="min-w-0 flex-1 truncate text-left text-ink">{organization.title}</span>
      <ChevronsUpDown aria-hidden="true" className="size-3.5!" />
    </MenuButton>
  );
}

/** The sidebar: organization, search, navigation, favorites, user. */
export function Sidebar({ organization }: { organization: Organization }) {
  const groups = useNavigation(organization);
  const idle = useStore(isIdle);
  return (
    <div className="flex h-full flex-col gap-1 p-2">
      <div className="flex items-center gap-1">
        <OrganizationSwitcher organization={organization} />
        {/* Narrow screens have it in the bar of the screen. */}
        <LateBell organizationId={organization.id} className="hidden lg:block" />
      </div>
      <button
        type="button"
        className="button button-neutral mt-1 mb-2 h-8 px-2 text-ink-soft"
        onClick={openSearch}
      >
        <Search aria-hidden="true" className="size-3.5!" />
        <span className="flex-1 text-left font-normal">Search</span>
        <Keys keys="mod+k" className="pointer-coarse:hidden" />
      </button>
      <nav aria-label="Main" className="-mx-2 flex-1 overflow-y-auto px-2">
        {groups.map(({ label, items }) => (
          <NavigationSection key={label} label={sidebarItems(items).length === 1 ? null : label}>
            <NavigationLinks organization={organization} items={items} />
          </NavigationSection>
        ))}
        <Suspense>{idle && <Favorites organizationId={organization.id} />}</Suspense>
      </nav>
      <Suspense>{idle && <StreamMark />}</Suspense>
      <UserMenu />
    </div>
  );
}

const { folded: foldedSections, toggle: toggleSection } = createFoldedParts('navigation.folded');

/** A part of the navigation, a list; one with a heading folds. */
export function NavigationSection({ label, children }: { label: string | null; children: ReactNode }) {
  const folded = useStore(foldedSections);
  if (label === null) return <section className="mb-3">{children}</section>;
  return (
    <section aria-label={label} className="mb-3">
      <h2>
        <button
          type="button"
          className="navigation-heading"
          aria-expanded={!folded.includes(label)}
          onClick={() => toggleSection(label)}
        >
          {label}
        </button>
      </h2>
      <div className="navigation-entries">{children}</div>
    </section>
  );
}

function NavigationLinks({
  organization,
  items,
}: {
  organization: Organization;
  items: NavigationGroup['items'];
}) {
  const current = useLocation({ select: ({ pathname }) => navigationItemAt(organization.id, pathname)?.to });
  const sidebarEntries = useMemo(() => sidebarItems(items), [items]);
  const isSetting = items.some((item) => item.to === current && item.isSetting === true);
  return (
    <ul>
      {sidebarEntries.map((item) => (
        <NavigationLink
          key={item.to}
          organizationId={organization.id}
          item={item}
          isCurrent={current === item.to || (isSetting && item.isSetting === true)}
        />
      ))}
    </ul>
  );
}

interface NavigationLinkProps {
  organizationId: string;
  item: NavigationGroup['items'][number];
  isCurrent: boolean;
}

/** Of all links, two change with a screen. */
const NavigationLink = memo(function NavigationLink(props: NavigationLinkProps) {
  const { organizationId, item, isCurrent } = props;
  const idle = useStore(isIdle);
  const { to, label, icon: Icon, counts } = item;
  return (
    <li>
      <Link
        to={to}
        params={{ organizationId }}
        // Also current on the screens below it, and on others that it covers.
        activeOptions={{ exact: true }}
        aria-current={isCurrent ? 'page' : undefined}
        className="navigation-link"
      >
        <Icon aria-hidden="true" />
        {label}
        {counts && idle && (
          <Suspense>
            <NavigationCount organizationId={organizationId} of={counts} />
          </Suspense>
        )}
      </Link>
    </li>
  );
});

import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { ChevronsUpDown } from 'lucide-react';
import { listOrganizationsOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import type { Organization } from '#api/generated/types.gen.ts';
import { Avatar } from '#src/ui/avatar.tsx';
import { MenuButton } from '#src/ui/menu-button.tsx';
import type { MenuEntry } from '#src/ui/menu.ts';

/** Shows the current organization and lists the others. */
export function OrganizationSwitcher({ organization }: { organization: Organization }) {
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
    ];
  };

  return (
    <MenuButton
      tone="quiet"
      label="Organizations"
      entries={entries}
      className="h-10! w-full justify-start! px-2!"
      aria-label={`Organization: ${organization.title}`}
    >
      <Avatar name={organization.title} src={organization.urls.logo} shape="square" />
      <span className="min-w-0 flex-1 truncate text-left text-ink">{organization.title}</span>
      <ChevronsUpDown aria-hidden="true" className="size-3.5!" />
    </MenuButton>
  );
}

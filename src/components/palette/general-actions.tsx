import type { RegisteredRouter } from '@tanstack/react-router';
import { Link, Monitor, Moon, NotebookPen, Plus, Radar, Settings2, Sun, UserPlus } from 'lucide-react';
import type { OrganizationPath } from '#src/components/layout/navigation.ts';
import { openTool } from '#src/components/layout/open-tool.ts';
import { copyLink } from '#src/components/saved-views/view-entries.tsx';
import { chooseTheme } from '#src/ui/theme.ts';
import type { PaletteEntry } from './palette-entries.ts';

const createActions: readonly (readonly [string, OrganizationPath])[] = [
  ['Create team', '/o/$organizationId/teams/new'],
  ['Create space', '/o/$organizationId/content/new-space'],
  ['Create collection', '/o/$organizationId/content/new-collection'],
  ['Create site', '/o/$organizationId/sites/new'],
  ['Create custom field', '/o/$organizationId/custom-fields/new'],
  ['Create API specification', '/o/$organizationId/api-specs/new'],
];

/**
 * Palette entries of every screen.
 *
 * @param organizationId of the current organization, if any
 */
export function generalActions(router: RegisteredRouter, organizationId: string | undefined): PaletteEntry[] {
  const group = 'Actions';
  const go = (to: OrganizationPath) => () =>
    void router.navigate({ to, params: { organizationId: organizationId ?? '' } });
  const inOrganization: PaletteEntry[] =
    organizationId === undefined
      ? []
      : [
          ...createActions.map(([label, to]): PaletteEntry => ({
            id: `new:${to}`,
            group,
            label,
            icon: <Plus />,
            run: go(to),
          })),
          {
            id: 'new-invite',
            group,
            label: 'Create invite link',
            keywords: ['invite'],
            icon: <UserPlus />,
            run: go('/o/$organizationId/invites/new'),
          },
          {
            id: 'invite-people',
            group,
            label: 'Add members by email',
            keywords: ['invite', 'people'],
            icon: <UserPlus />,
            run: go('/o/$organizationId/invites/people'),
          },
          {
            id: 'journal',
            group,
            label: 'My changes',
            keywords: ['journal', 'history'],
            icon: <NotebookPen />,
            run: go('/o/$organizationId/journal'),
          },
        ];
  return [
    ...inOrganization,
    { id: 'copy-link', group, label: 'Copy link to this screen', icon: <Link />, run: () => void copyLink() },
    {
      id: 'inspector',
      group,
      label: 'API requests',
      keywords: ['api', 'inspector', 'curl'],
      keys: 'shift+i',
      icon: <Radar />,
      run: () => openTool.set({ kind: 'inspector' }),
    },
    { id: 'theme-light', group, label: 'Light theme', icon: <Sun />, run: () => chooseTheme('light') },
    { id: 'theme-dark', group, label: 'Dark theme', icon: <Moon />, run: () => chooseTheme('dark') },
    {
      id: 'theme-system',
      group,
      label: 'System theme',
      icon: <Monitor />,
      run: () => chooseTheme('system'),
    },
    {
      id: 'preferences',
      group,
      label: 'Preferences',
      icon: <Settings2 />,
      run: () => void router.navigate({ to: '/preferences' }),
    },
  ];
}

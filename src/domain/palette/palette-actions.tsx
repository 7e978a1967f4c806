import type { RegisteredRouter } from '@tanstack/react-router';
import { Link, Monitor, Moon, NotebookPen, Plus, Radar, Settings2, Sun, UserPlus } from 'lucide-react';
import { openTool } from '#src/components/layout/layout-state.ts';
import type { PaletteEntry } from '#src/components/palette/palette-entries.ts';
import { copyLink } from '#src/components/saved-views/view-entries.tsx';
import type { OrganizationPath } from '#src/domain/shell/navigation.ts';
import {
  apiRequestsLabel,
  invitePeopleLabel,
  myChangesLabel,
  preferencesLabel,
} from '#src/lib/shared-labels.ts';
import { chooseTheme } from '#src/ui/browser/theme.ts';
import { menuEntriesOf } from '#src/ui/menu.ts';

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
            label: invitePeopleLabel,
            keywords: ['add', 'members', 'email'],
            icon: <UserPlus />,
            run: go('/o/$organizationId/members/invite'),
          },
          {
            id: 'journal',
            group,
            label: myChangesLabel,
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
      label: apiRequestsLabel,
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
      label: preferencesLabel,
      icon: <Settings2 />,
      run: () => void router.navigate({ to: '/preferences' }),
    },
  ];
}

const textOf = (element: Element | null | undefined) =>
  element?.textContent?.replace(/\s+/g, ' ').trim() ?? '';

/**
 * Palette entries for the buttons, menu entries and tabs of the screen, read from the page so that screens need not declare
 * them twice. Disabled ones are omitted.
 */
export function headingActions(): PaletteEntry[] {
  const group = textOf(document.querySelector('[data-page-heading] h1'));
  const entry = (label: string, run: () => void, rest: Partial<PaletteEntry> = {}): PaletteEntry => ({
    ...rest,
    id: `heading:${label}`,
    group,
    label,
    run,
  });
  const controlsOf = (part: string) => [
    ...document.querySelectorAll<HTMLElement>(`[data-page-${part}] :is(button, a[href])`),
  ];
  // The primary button is last in the bar and comes first here.
  const buttons = controlsOf('actions').toReversed();
  const tabs = controlsOf('tabs');
  const found = [...buttons, ...tabs].flatMap((control) => {
    if (control.matches('[aria-disabled="true"], :disabled')) return [];
    const menu = menuEntriesOf(control);
    if (menu === null)
      return [entry(control.getAttribute('aria-label') ?? textOf(control), () => control.click())];
    return menu.flatMap((line) =>
      typeof line === 'object' && 'label' in line && !line.disabledReason
        ? [entry(line.label, line.onSelect, { icon: line.icon })]
        : [],
    );
  });
  return [...new Map(found.map((item) => [item.id, item])).values()];
}

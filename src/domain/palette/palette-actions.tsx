import type { RegisteredRouter } from '@tanstack/react-router';
import { Link, Monitor, Moon, NotebookPen, Plus, Radar, Settings2, Sun, UserPlus } from 'lucide-react';
import { openTool } from '#src/components/layout/layout-state.ts';
import type { PaletteEntry } from '#src/components/palette/palette-entries.ts';
import { copyLink } from '#src/domain/saved-views/view-entries.tsx';
import type { OrganizationPath } from '#src/domain/shell/navigation.ts';
import { type ActionKind, actionKinds } from '#src/lib/action-kinds.ts';
import { chooseTheme } from '#src/ui/browser/theme.ts';
import { type MenuAction, menuEntriesOf } from '#src/ui/menu.ts';

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
// oxlint-disable-next-line max-lines-per-function -- a table: one entry after the other
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
            kind: 'edit',
            group,
            label,
            icon: <Plus />,
            run: go(to),
          })),
          {
            id: 'new-invite',
            kind: 'edit',
            group,
            label: 'Create invite link',
            keywords: ['invite'],
            icon: <UserPlus />,
            run: go('/o/$organizationId/invites/new'),
          },
          {
            id: 'invite-people',
            kind: 'edit',
            group,
            label: 'Invite people',
            keywords: ['add', 'members', 'email'],
            icon: <UserPlus />,
            run: go('/o/$organizationId/members/invite'),
          },
          {
            id: 'journal',
            kind: 'navigate',
            group,
            label: 'My changes',
            keywords: ['journal', 'history'],
            icon: <NotebookPen />,
            run: go('/o/$organizationId/journal'),
          },
        ];
  return [
    ...inOrganization,
    {
      id: 'copy-link',
      kind: 'view',
      group,
      label: 'Copy link to this screen',
      icon: <Link />,
      run: () => void copyLink(),
    },
    {
      id: 'inspector',
      kind: 'view',
      group,
      label: 'API requests',
      keywords: ['api', 'inspector', 'curl'],
      keys: 'shift+i',
      icon: <Radar />,
      run: () => openTool.set({ kind: 'inspector' }),
    },
    {
      id: 'theme-light',
      kind: 'view',
      group,
      label: 'Light theme',
      icon: <Sun />,
      run: () => chooseTheme('light'),
    },
    {
      id: 'theme-dark',
      kind: 'view',
      group,
      label: 'Dark theme',
      icon: <Moon />,
      run: () => chooseTheme('dark'),
    },
    {
      id: 'theme-system',
      kind: 'view',
      group,
      label: 'System theme',
      icon: <Monitor />,
      run: () => chooseTheme('system'),
    },
    {
      id: 'preferences',
      kind: 'navigate',
      group,
      label: 'Preferences',
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
  const entry = (label: string, rest: Pick<PaletteEntry, 'kind' | 'run'> & Partial<PaletteEntry>) => ({
    ...rest,
    id: `heading:${label}`,
    group,
    label,
  });
  const find = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
  // The primary button is last in the bar and comes first here.
  const buttons = find('[data-page-actions] :is(button, a[href])').toReversed();
  const others = find('[data-page-tabs] :is(button, a[href]), [data-in-palette]');
  const actions = [...buttons, ...others].flatMap((control) => {
    if (control.matches('[aria-disabled="true"], :disabled')) return [];
    const menu = menuEntriesOf(control);
    if (menu === null)
      return [
        entry(control.getAttribute('aria-label') ?? textOf(control), {
          kind: kindOfControl(control),
          keywords: control.dataset.keywords?.split(' ') ?? [],
          run: () => control.click(),
        }),
      ];
    return menu.flatMap((line) =>
      typeof line === 'object' && 'label' in line && !line.disabledReason
        ? [
            entry(line.fullLabel ?? line.label, {
              kind: kindOfLine(line),
              icon: line.icon,
              run: line.onSelect,
            }),
          ]
        : [],
    );
  });
  return [...new Map(actions.map((item) => [item.id, item])).values()];
}

/** A link navigates, a red button destroys; of other buttons, `data-kind` says what they do if it isn't a change. */
function kindOfControl(control: HTMLElement): ActionKind {
  const stated = actionKinds.find((kind) => kind === control.dataset.kind);
  if (stated) return stated;
  if (control.matches('a[href]')) return 'navigate';
  return control.matches('.button-danger, .button-quiet-danger') ? 'destructive' : 'edit';
}

const kindOfLine = ({ kind, tone }: MenuAction): ActionKind =>
  kind ?? (tone === 'danger' ? 'destructive' : 'edit');

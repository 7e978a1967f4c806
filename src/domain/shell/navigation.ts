import type { LinkProps } from '@tanstack/react-router';
import {
  AppWindow,
  Bell,
  FileBraces,
  FolderInput,
  FolderTree,
  GitMerge,
  House,
  Inbox,
  Languages,
  Link2,
  LogIn,
  type LucideIcon,
  Mail,
  MessagesSquare,
  ScrollText,
  Search,
  ShieldCheck,
  TextCursorInput,
  Trash2,
  User,
  Users,
  Webhook,
  Settings2,
  KeyRound,
} from 'lucide-react';
import { useMemo } from 'react';
import type { Organization } from '#api/generated/types.gen.ts';
import { type Can, type Capability, useCan } from '#src/api/extensions.ts';
import { isMoreThanGuest } from '#src/domain/permission/permissions.ts';

type OrganizationScreen<Path> = Path extends `/o/$organizationId/${string}$${string}`
  ? never
  : Path extends '/o/$organizationId' | `/o/$organizationId/${infer _Screen}`
    ? Path
    : never;

/** The paths with `$organizationId` and no other parameter. */
export type OrganizationPath = OrganizationScreen<NonNullable<LinkProps['to']>>;

/** One entry of the navigation: a screen of the open organization. */
export interface NavigationItem {
  label: string;
  to: OrganizationPath;
  icon: LucideIcon;
  /** Short description; shown on the home screen and searched by the palette. */
  description: string;
  /** Shortcut, such as `g m`. */
  keys: string;
  /** False for what the sidebar shows in another way; default true. */
  isInSidebar?: boolean;
  /** A part of the settings, which are one entry of the sidebar, with tabs. */
  isSetting?: true;
  /** Screens that belong to it although their paths begin otherwise; matches the path within the organization. */
  covers?: RegExp;
  /** The list that the entry's number counts. */
  counts?: 'inbox' | 'comments';
  /** Hides the entry where there is nothing to see; default visible. */
  isVisible?: (organization: Organization) => boolean;
  /** Hides the entry where the server has no such thing. */
  needs?: Capability;
}

export interface NavigationGroup {
  /** Null for entries above the first heading. */
  label: 'Resources' | 'People' | 'Organization' | null;
  items: readonly NavigationItem[];
}

/** The navigation, its `g …` shortcuts and the palette's "Go to" list. Groups without visible items are hidden. */
export const navigation: readonly NavigationGroup[] = [
  {
    label: null,
    items: [
      {
        label: 'Home',
        to: '/o/$organizationId',
        icon: House,
        keys: 'g h',
        description: 'Overview and what needs attention',
      },
      {
        label: 'Search',
        to: '/o/$organizationId/search',
        icon: Search,
        keys: 'g q',
        isInSidebar: false,
        description: 'Search page text and names',
      },
      {
        label: 'Inbox',
        to: '/o/$organizationId/inbox',
        icon: Inbox,
        keys: 'g b',
        covers: /^\/spaces\/[^/]+\/changes\/./,
        counts: 'inbox',
        description: 'Review and merge change requests of all spaces',
      },
      {
        label: 'Comments',
        to: '/o/$organizationId/inbox/comments',
        icon: MessagesSquare,
        keys: 'g d',
        counts: 'comments',
        description: 'Comments in all spaces and change requests',
      },
      {
        label: 'Notifications',
        to: '/o/$organizationId/notifications',
        icon: Bell,
        keys: 'g u',
        // The bell leads there.
        isInSidebar: false,
        description: 'What happened that concerns you',
        needs: 'listNotifications',
      },
      {
        label: 'Content',
        to: '/o/$organizationId/content',
        icon: FolderTree,
        keys: 'g c',
        covers: /^\/(spaces|collections)\//,
        description: 'Collections and spaces: order and access',
      },
      {
        label: 'Sites',
        to: '/o/$organizationId/sites',
        icon: AppWindow,
        keys: 'g s',
        description: 'Published documentation: structure, URL, audience',
        isVisible: isMoreThanGuest,
      },
    ],
  },
  {
    label: 'Resources',
    items: [
      {
        label: 'Custom fields',
        to: '/o/$organizationId/custom-fields',
        icon: TextCursorInput,
        keys: 'g f',
        description: 'Fields of spaces and their values',
        needs: 'listCustomFields',
      },
      {
        label: 'Translations',
        to: '/o/$organizationId/translations',
        icon: Languages,
        keys: 'g n',
        description: 'Languages that content is translated into',
        needs: 'listTranslations',
      },
      {
        label: 'API specifications',
        to: '/o/$organizationId/api-specs',
        icon: FileBraces,
        keys: 'g p',
        description: 'OpenAPI documents, versions and changes',
        isVisible: isMoreThanGuest,
      },
      {
        label: 'Imports',
        to: '/o/$organizationId/imports',
        needs: 'listImports',
        icon: FolderInput,
        keys: 'g j',
        isInSidebar: false,
        description: 'Documentation that was brought in, and new imports',
        isVisible: isMoreThanGuest,
      },
      {
        label: 'Trash',
        to: '/o/$organizationId/trash',
        needs: 'extensions',
        icon: Trash2,
        keys: 'g x',
        description: 'Deleted spaces that can still be restored',
        isVisible: ({ permissions }) => permissions.createContent,
      },
    ],
  },
  {
    label: 'People',
    items: [
      {
        label: 'Members',
        to: '/o/$organizationId/members',
        icon: User,
        keys: 'g m',
        description: 'Members of the organization and their roles',
        isVisible: isMoreThanGuest,
      },
      {
        label: 'Teams',
        to: '/o/$organizationId/teams',
        icon: Users,
        keys: 'g t',
        description: 'Groups of members with shared access',
        isVisible: ({ permissions }) => permissions.listTeams,
      },
      {
        label: 'Invite links',
        to: '/o/$organizationId/invites',
        icon: Link2,
        keys: 'g i',
        description: 'Links that let people join',
        isVisible: ({ permissions }) => permissions.admin,
      },
      {
        label: 'Access review',
        to: '/o/$organizationId/access-review',
        icon: ShieldCheck,
        keys: 'g v',
        description: 'Members with more access than they need',
        isVisible: ({ permissions }) => permissions.admin,
      },
    ],
  },
  {
    label: 'Organization',
    items: [
      {
        label: 'General',
        to: '/o/$organizationId/settings/general',
        icon: Settings2,
        keys: 'g e',
        isSetting: true,
        description: 'Name, logo, hostname, default content, AI, plan',
        isVisible: ({ permissions }) => permissions.admin,
      },
      {
        label: 'Access',
        to: '/o/$organizationId/settings/access',
        icon: KeyRound,
        keys: 'g a',
        isSetting: true,
        description: 'Email domains, default role, invite links, single sign-on',
        isVisible: ({ permissions }) => permissions.admin,
      },
      {
        label: 'Merge rules',
        to: '/o/$organizationId/settings/merge-rules',
        icon: GitMerge,
        keys: 'g r',
        isSetting: true,
        description: 'What a merge has to meet, and who was stopped',
        needs: 'getOrganizationMergeRules',
        isVisible: isMoreThanGuest,
      },
      {
        label: 'Mail',
        to: '/o/$organizationId/settings/mail',
        icon: Mail,
        keys: 'g k',
        isSetting: true,
        description: 'Delivery of mail, test mail and failures',
        needs: 'getMailSettings',
        isVisible: ({ permissions }) => permissions.admin,
      },
      {
        label: 'Webhooks',
        to: '/o/$organizationId/settings/webhooks',
        icon: Webhook,
        keys: 'g w',
        isSetting: true,
        description: 'Programs and channels that are told what happens',
        needs: 'listWebhooks',
        isVisible: ({ permissions }) => permissions.admin,
      },
      {
        label: 'Single sign-on',
        to: '/o/$organizationId/sso',
        icon: LogIn,
        keys: 'g o',
        isSetting: true,
        description: 'Identity providers (SAML, OpenID Connect) and sign-in',
      },
      {
        label: 'Audit log',
        to: '/o/$organizationId/audit-log',
        icon: ScrollText,
        keys: 'g l',
        isSetting: true,
        description: 'Who changed what',
        needs: 'listAuditLog',
        isVisible: ({ permissions }) => permissions.admin,
      },
    ],
  },
];

/** The groups and screens visible to the caller, at a server that lacks some. */
export function visibleNavigation(organization: Organization, can: Can): NavigationGroup[] {
  return navigation
    .map(({ label, items }) => ({
      label,
      items: items.filter(
        ({ isVisible, needs }) =>
          (isVisible?.(organization) ?? true) && !(needs !== undefined && can(needs) === false),
      ),
    }))
    .filter(({ items }) => items.length > 0);
}

/** `visibleNavigation` at the server of the session. */
export function useNavigation(organization: Organization): NavigationGroup[] {
  const can = useCan();
  return useMemo(() => visibleNavigation(organization, can), [organization, can]);
}

/** The entries of the sidebar for a group: several settings as one entry, which leads to the first. */
export function sidebarItems(items: readonly NavigationItem[]): NavigationItem[] {
  const sidebarEntries = items.filter(({ isInSidebar = true }) => isInSidebar);
  const [first, second] = sidebarEntries.filter(({ isSetting = false }) => isSetting);
  if (!first || !second) return sidebarEntries;
  return sidebarEntries.flatMap((item) => {
    if (item === first) return [{ ...first, label: 'Settings' }];
    return item.isSetting ? [] : [item];
  });
}

/** The entry that a URL path belongs to. */
export function navigationItemAt(organizationId: string, pathname: string): NavigationItem | undefined {
  const ownPathOf = ({ to }: NavigationItem) => to.replace('/o/$organizationId', '');
  const path = pathname.slice(`/o/${organizationId}`.length).replace(/\/$/, '');
  const items = navigation.flatMap((group) => group.items);
  const matching = items.filter((item) => {
    const itemPath = ownPathOf(item);
    return path === itemPath || (itemPath !== '' && path.startsWith(`${itemPath}/`));
  });
  // The most specific: comments are below the inbox.
  const [nearest] = matching.toSorted((a, b) => b.to.length - a.to.length);
  return nearest ?? items.find(({ covers }) => covers?.test(path));
}

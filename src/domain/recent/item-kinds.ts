import {
  AppWindow,
  Book,
  FileBraces,
  Folder,
  GitPullRequest,
  type LucideIcon,
  User,
  Users,
} from 'lucide-react';
import type { ItemKind } from './recent-items.ts';

/** Icon and name of each kind of item. */
export const itemKinds: Record<ItemKind, { Icon: LucideIcon; label: string }> = {
  'change-request': { Icon: GitPullRequest, label: 'Change request' },
  space: { Icon: Book, label: 'Space' },
  site: { Icon: AppWindow, label: 'Site' },
  collection: { Icon: Folder, label: 'Collection' },
  member: { Icon: User, label: 'Member' },
  team: { Icon: Users, label: 'Team' },
  'api-spec': { Icon: FileBraces, label: 'API specification' },
};

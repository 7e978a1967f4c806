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
import {
  changeRequestLabel,
  collectionLabel,
  memberLabel,
  siteLabel,
  spaceLabel,
  teamLabel,
} from '#src/lib/shared-labels.ts';
import type { ItemKind } from './recent-items.ts';

/** Icon and name of each kind of item. */
export const itemKinds: Record<ItemKind, { Icon: LucideIcon; label: string }> = {
  'change-request': { Icon: GitPullRequest, label: changeRequestLabel },
  space: { Icon: Book, label: spaceLabel },
  site: { Icon: AppWindow, label: siteLabel },
  collection: { Icon: Folder, label: collectionLabel },
  member: { Icon: User, label: memberLabel },
  team: { Icon: Users, label: teamLabel },
  'api-spec': { Icon: FileBraces, label: 'API specification' },
};

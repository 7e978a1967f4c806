import { Link } from '@tanstack/react-router';
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
import { linkToItem, type RecentItem, type ItemKind } from '#src/components/recent/recent-items.ts';

const kindLabels: Record<ItemKind, { Icon: LucideIcon; word: string }> = {
  'change-request': { Icon: GitPullRequest, word: 'Change request' },
  space: { Icon: Book, word: 'Space' },
  site: { Icon: AppWindow, word: 'Site' },
  collection: { Icon: Folder, word: 'Collection' },
  member: { Icon: User, word: 'Member' },
  team: { Icon: Users, word: 'Team' },
  'api-spec': { Icon: FileBraces, word: 'API specification' },
};

interface PlaceListProps {
  organizationId: string;
  places: readonly RecentItem[];
  /** Shown when empty: how to add entries. */
  empty: string;
}

/** Things to open again. */
export function PlaceList({ organizationId, places, empty }: PlaceListProps) {
  if (places.length === 0) return <p className="p-4 text-ink-soft text-pretty">{empty}</p>;
  return (
    <ul className="divide-y divide-line">
      {places.map((place) => {
        const { Icon, word } = kindLabels[place.kind];
        return (
          <li key={`${place.kind} ${place.id}`}>
            <Link
              {...linkToItem(organizationId, place)}
              className="flex h-11 items-center gap-3 px-4 -outline-offset-2 hover:bg-hover"
            >
              <Icon aria-hidden="true" className="size-4 shrink-0 text-ink-soft" />
              <span dir="auto" className="min-w-0 flex-1 truncate font-medium">
                {place.title}
              </span>
              <span className="text-xs text-ink-soft">{word}</span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

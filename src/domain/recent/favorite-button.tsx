import { useParams } from '@tanstack/react-router';
import { Star } from 'lucide-react';
import { useEffect } from 'react';
import {
  isSameItem,
  recordVisit,
  type ItemKind,
  itemInParams,
  recentItemsOf,
  setFavorite,
} from '#src/domain/recent/recent-items.ts';
import { useStore } from '#src/ui/browser/use-store.ts';
import { IconButton } from '#src/ui/button.tsx';

const favoriteKinds: readonly ItemKind[] = ['space', 'site', 'collection', 'change-request'];

/**
 * Records the current item as recent and toggles it as a favorite.
 *
 * @param title of the item
 */
export function FavoriteButton({ title }: { title: string }) {
  const params = useParams({ strict: false });
  const { organizationId = '' } = params;
  const { favorites } = useStore(recentItemsOf(organizationId));
  const item = itemInParams(params);
  const { kind, id, within } = item ?? { kind: null, id: '', within: '' };

  // Rendering counts as a visit.
  useEffect(() => {
    if (kind !== null) recordVisit(organizationId, { kind, id, within, title });
  }, [organizationId, kind, id, within, title]);

  if (!item || !favoriteKinds.includes(item.kind)) return null;
  const isFavorite = favorites.some((favorite) => isSameItem(favorite, item));
  return (
    <IconButton
      label={isFavorite ? 'Remove from favorites' : 'Add to favorites'}
      size="small"
      aria-pressed={isFavorite}
      onClick={() => setFavorite(organizationId, { ...item, title }, !isFavorite)}
    >
      <Star className={isFavorite ? 'fill-current text-accent-ink' : ''} />
    </IconButton>
  );
}

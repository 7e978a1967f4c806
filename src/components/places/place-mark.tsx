import { useParams } from '@tanstack/react-router';
import { Star } from 'lucide-react';
import { useEffect } from 'react';
import { IconButton } from '#src/ui/button.tsx';
import { useStore } from '#src/ui/use-store.ts';
import { isSamePlace, noteVisit, type PlaceKind, placeIn, placesOf, setFavourite } from './places.ts';

const markable: readonly PlaceKind[] = ['space', 'site', 'collection', 'change-request'];

/** Remembers the open thing among the recent ones, and lets it be marked as a favourite. @param title what it is called */
export function PlaceMark({ title }: { title: string }) {
  const params = useParams({ strict: false });
  const { organizationId = '' } = params;
  const { favourites } = useStore(placesOf(organizationId));
  const found = placeIn(params);
  const { kind, id, within } = found ?? { kind: null, id: '', within: '' };

  // Having been shown is what a visit is.
  useEffect(() => {
    if (kind !== null) noteVisit(organizationId, { kind, id, within, title });
  }, [organizationId, kind, id, within, title]);

  if (!found || !markable.includes(found.kind)) return null;
  const marked = favourites.some((one) => isSamePlace(one, found));
  return (
    <IconButton
      label={marked ? 'Remove from favorites' : 'Add to favorites'}
      size="small"
      aria-pressed={marked}
      onClick={() => setFavourite(organizationId, { ...found, title }, !marked)}
    >
      <Star className={marked ? 'fill-current text-accent-ink' : ''} />
    </IconButton>
  );
}

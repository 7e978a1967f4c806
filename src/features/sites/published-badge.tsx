import { Badge } from '#src/ui/badge.tsx';
import { notPublishedLabel } from '#src/lib/shared-labels.ts';

export function PublishedBadge({ published }: { published: boolean }) {
  return (
    <Badge tone={published ? 'success' : 'neutral'}>{published ? 'Published' : notPublishedLabel}</Badge>
  );
}

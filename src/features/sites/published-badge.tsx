import { Badge } from '#src/ui/badge.tsx';

export function PublishedBadge({ published }: { published: boolean }) {
  return <Badge tone={published ? 'success' : 'neutral'}>{published ? 'Published' : 'Not published'}</Badge>;
}

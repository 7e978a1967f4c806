import { Badge } from '#src/ui/badge.tsx';

/** Whether those who may visit a site can reach it. */
export function PublishedBadge({ published }: { published: boolean }) {
  return <Badge tone={published ? 'success' : 'neutral'}>{published ? 'Published' : 'Not published'}</Badge>;
}

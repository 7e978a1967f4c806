import { Link } from '@tanstack/react-router';
import { Folder } from 'lucide-react';
import { Section } from '#src/components/layout/record.tsx';
import { childrenOf } from '#src/lib/ordered-tree.ts';
import { formatCount } from '#src/lib/text/format.ts';
import { countBelow, type ContentTree } from './content-tree.ts';

interface InnerCollectionsProps {
  tree: ContentTree;
  organizationId: string;
  collectionId: string;
}

/** Direct child collections with their number of spaces; nothing if there are none. */
export function InnerCollections({ tree, organizationId, collectionId }: InnerCollectionsProps) {
  const ids = childrenOf(tree, collectionId).filter((id) => tree.nodes.get(id)?.kind === 'collection');
  if (ids.length === 0) return null;
  return (
    <Section title="Collections">
      <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line">
        {ids.map((id) => (
          <li key={id}>
            <Link
              to="/o/$organizationId/collections/$collectionId"
              params={{ organizationId, collectionId: id }}
              className="flex items-center gap-3 px-4 py-2.5 -outline-offset-2 hover:bg-hover"
            >
              <Folder aria-hidden="true" className="size-4 text-ink-soft" />
              <span dir="auto" className="min-w-0 flex-1 truncate font-medium">
                {tree.nodes.get(id)?.title}
              </span>
              <span className="text-xs text-ink-soft">
                {formatCount(countBelow(tree, id).spaces, 'space')}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}

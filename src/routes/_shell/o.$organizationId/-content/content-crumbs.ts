import { linkOptions } from '@tanstack/react-router';
import type { Crumb } from '#src/components/layout/page-bar.tsx';
import type { ContentTree } from '#src/features/content/content-tree.ts';
import { TOP } from '#src/lib/ordered-tree.ts';

/** Breadcrumbs of a space or collection: Content, ancestors, itself. */
export function contentCrumbs(
  { parents, nodes }: ContentTree,
  organizationId: string,
  id: string,
  title: string,
): Crumb[] {
  const ancestors: Crumb[] = [];
  for (let at = parents.get(id); at !== undefined && at !== TOP; at = parents.get(at)) {
    const link = linkOptions({
      to: '/o/$organizationId/collections/$collectionId',
      params: { organizationId, collectionId: at },
    });
    ancestors.unshift({ label: nodes.get(at)?.title ?? '', link });
  }
  const top = linkOptions({ to: '/o/$organizationId/content', params: { organizationId } });
  return [{ label: 'Content', link: top }, ...ancestors, { label: title }];
}

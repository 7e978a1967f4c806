import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { arrangeDenial, parentOptions } from '#src/features/content/content-tree.ts';
import { contentOptions } from '#src/features/content/queries.ts';

/** Possible parents of new content and the initial one: the preferred parent, or the first allowed. */
export function useParentChoice(organizationId: string, preferred = '') {
  const { data: tree } = useSuspenseQuery(contentOptions(useQueryClient(), organizationId));
  const parents = parentOptions(tree, (parent) => arrangeDenial(tree, parent) === null);
  const allowed = parents.filter(({ disabled }) => !disabled);
  const first = allowed.find(({ value }) => value === preferred) ?? allowed[0];
  return { parents, parent: first?.value ?? '' };
}

import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import type { Collection, EffectivePermission, Space, TeamPermission } from '#api/generated/types.gen.ts';
import type { List } from '#src/api/paging.ts';
import { levelLabels } from '#src/domain/roles/level-labels.ts';
import { AccessScreen } from '#src/features/content-access/access-screen.tsx';
import type { AccessSearch } from '#src/features/content-access/access-search.ts';
import type { ContentRef } from '#src/features/content-access/queries.ts';
import { contentOptions, describeInheritedLevel } from '#src/features/content/queries.ts';
import { ancestorsOf } from '#src/lib/ordered-tree.ts';

interface ManagedAccessProps {
  organizationId: string;
  content: ContentRef;
  item: Pick<Space | Collection, 'title' | 'defaultLevel' | 'parent'>;
  list: List<EffectivePermission>;
  teams: readonly TeamPermission[];
  search: AccessSearch;
  /** `isStep`: adds a history entry, so that Back undoes it. */
  onSearch: (changed: AccessSearch, isStep: boolean) => void;
}

/** Access to a space or collection, with its default access. */
export function ManagedAccess({ content, item, search, onSearch, ...shown }: ManagedAccessProps) {
  const { title, defaultLevel, parent } = item;
  const { data: tree } = useSuspenseQuery(contentOptions(useQueryClient(), shown.organizationId));
  const { name } = levelLabels(defaultLevel, parent === undefined ? 'organization' : 'collection');
  const inherited = defaultLevel === 'inherit' && describeInheritedLevel(tree, content.id);
  return (
    <AccessScreen
      {...shown}
      content={content}
      title={title}
      defaultAccessText={[`Default access: ${name}.`, inherited].filter(Boolean).join(' ')}
      above={ancestorsOf(tree, content.id).flatMap((id) => {
        const node = tree.nodes.get(id);
        return node ? [{ id, title: node.title, isManaged: node.canEdit }] : [];
      })}
      titleOf={(id) => tree.nodes.get(id)?.title}
      filter={search}
      onFilter={({ q, role }) => onSearch({ ...search, q, role }, false)}
      isGranting={search.grant !== undefined}
      onGranting={(granting) => onSearch({ ...search, grant: granting ? 'access' : undefined }, granting)}
    />
  );
}

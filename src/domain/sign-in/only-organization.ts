import type { QueryClient } from '@tanstack/react-query';
import { listOrganizationsOptions, listSpacesOptions } from '#api/generated/@tanstack/react-query.gen.ts';

/** With more, the user chooses. */
const maxAsked = 10;

/** The user's only organization, or the only one in which the user sees spaces; null if there is none or a choice. */
export async function findOnlyOrganization(queryClient: QueryClient): Promise<string | null> {
  const { items, next } = await queryClient.ensureQueryData(
    listOrganizationsOptions({ query: { limit: 100 } }),
  );
  const [first, ...others] = items;
  if (!first || next || items.length > maxAsked) return null;
  if (others.length === 0) return first.id;
  const hasContent = await Promise.all(items.map(({ id }) => hasSpaces(queryClient, id)));
  const candidates = items.filter((_, index) => hasContent[index]);
  return candidates.length === 1 ? (candidates[0]?.id ?? null) : null;
}

/** True if unknown, so that no organization is preferred by mistake. */
async function hasSpaces(queryClient: QueryClient, organizationId: string): Promise<boolean> {
  try {
    const options = listSpacesOptions({ path: { organizationId }, query: { limit: 1 } });
    return (await queryClient.ensureQueryData(options)).items.length > 0;
  } catch {
    return true;
  }
}

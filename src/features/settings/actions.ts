/** Which members enforcing single sign-on would lock out. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import {
  getOrganizationQueryKey,
  updateOrganizationMutation,
} from '#api/generated/@tanstack/react-query.gen.ts';
import { listMembers, listOidcProviders, listSamlProviders } from '#api/generated/sdk.gen.ts';
import type { Member, MemberList, Organization, OrganizationUpdate } from '#api/generated/types.gen.ts';
import { ifOffered } from '#src/api/optional-requests.ts';
import { isSamePage, nextPage } from '#src/api/paging.ts';
import { useApiMutation } from '#src/api/queries.ts';
import { applyUndoable, type UndoableChange } from '#src/components/undo/undo.ts';
import { formatCount, formatNumber, formatNameList } from '#src/lib/text/format.ts';

/**
 * Updates organization settings with undo.
 *
 * @returns an update function that takes the change and its revert; it sends nothing if nothing changed, and rejects if
 *   the server does
 */
export function useOrganizationUpdate({ id, title }: Organization) {
  const queryClient = useQueryClient();
  const path = { organizationId: id };
  const { mutateAsync } = useApiMutation(updateOrganizationMutation(), {
    invalidates: ['listOrganizations', 'listOrganizationsByEmailDomain', 'listEmailDomains'],
    onSuccess: (changed) => queryClient.setQueryData(getOrganizationQueryKey({ path }), changed),
  });
  return (
    change: OrganizationUpdate,
    revert: OrganizationUpdate,
    label = `Changed settings of “${title}”`,
    confirmations?: UndoableChange['confirmations'],
  ) =>
    applyUndoable({
      label,
      change,
      inverse: revert,
      send: (body) => mutateAsync({ path, body }),
      ...(confirmations && { confirmations }),
    });
}

/** At most this many pages of 1,000 members are checked. */
const MAX_PAGES = 3;

/** The effect of enforcing single sign-on. */
export interface SsoImpact {
  /** Active identity providers. */
  providers: number;
  /** The number of members, and how many were checked. */
  total: number;
  checked: number;
  /** Checked members who sign in without a provider and are not administrators. */
  withoutProvider: readonly string[];
  /** Checked administrators, who can always sign in without a provider. */
  administrators: readonly string[];
}

/** Splits members into affected ones and administrators. Disabled members cannot sign in anyway. */
export function classifyMembers(
  members: readonly Member[],
): Pick<SsoImpact, 'withoutProvider' | 'administrators'> {
  const active = members.filter(({ disabled }) => !disabled);
  const namesOf = (list: readonly Member[]) => list.map(({ user }) => user.displayName);
  return {
    withoutProvider: namesOf(active.filter(({ sso, role }) => !sso && role !== 'admin')),
    administrators: namesOf(active.filter(({ role }) => role === 'admin')),
  };
}

async function fetchSsoImpact(organizationId: string): Promise<SsoImpact> {
  const path = { organizationId };
  const query = { limit: 100 };
  const { data: saml } = await listSamlProviders({ path, query, throwOnError: true });
  const oidc = await ifOffered(listOidcProviders({ path, query, throwOnError: true }));
  const members: Member[] = [];
  let total = 0;
  let page: string | undefined;
  let previous: MemberList | undefined;
  for (let number = 0; number < MAX_PAGES; number += 1) {
    const query = { limit: 1000, ...(page !== undefined && { page }) };
    const { data } = await listMembers({ path, query, throwOnError: true });
    if (!isSamePage(data, previous)) members.push(...data.items);
    total = data.count ?? members.length;
    const next = nextPage(data, previous, [page]);
    if (typeof next !== 'object') break;
    page = next.page;
    previous = data;
  }
  const working = [...saml.items, ...(oidc?.data.items ?? [])].filter(
    ({ status }) => status === 'active',
  ).length;
  return { providers: working, total, checked: members.length, ...classifyMembers(members) };
}

/** The consequences of enforcing, one sentence each, most severe first. */
export function describeSsoImpact(impact: SsoImpact): string[] {
  const { providers, total, checked, withoutProvider, administrators } = impact;
  const affected = withoutProvider.length;
  const among =
    checked < total ? ` among the ${formatNumber(checked)} of ${formatNumber(total)} members checked` : '';
  const sentences: string[] = [];
  if (providers === 0) sentences.push('No identity provider is active. Only administrators can sign in.');
  sentences.push(
    affected === 0
      ? `No members sign in without a provider today${among}.`
      : `${formatCount(affected, 'person', 'people')}${among} must sign in through a provider and ${affected === 1 ? 'is' : 'are'} locked out if it doesn’t know them: ${formatNameList(withoutProvider, affected, 5)}.`,
  );
  sentences.push(
    `Administrators keep all sign-in methods: ${formatNameList(administrators, administrators.length, 5)}.`,
    'Active sessions continue until they expire.',
  );
  return sentences;
}

/** Whether only administrators could still sign in. */
export function locksOutAllMembers({ providers, withoutProvider }: SsoImpact): boolean {
  return providers === 0 && withoutProvider.length > 0;
}

/** Always fetched fresh. */
export function loadSsoImpact(queryClient: QueryClient, organizationId: string): Promise<SsoImpact> {
  return queryClient.fetchQuery({
    queryKey: ['sign-on-outlook', organizationId],
    queryFn: () => fetchSsoImpact(organizationId),
    staleTime: 0,
  });
}

/** Who could not sign in any more when single sign-on is enforced. */
import type { QueryClient } from '@tanstack/react-query';
import { listMembers, listSamlProviders } from '#api/generated/sdk.gen.ts';
import type { Member, MemberList } from '#api/generated/types.gen.ts';
import { isSamePage, nextPage } from '#src/api/next-page.ts';
import { formatCount, formatNumber } from '#src/lib/counts.ts';
import { formatNameList } from '#src/lib/format-name-list.ts';

/** Members of so many pages of 1,000 are looked at; more would keep somebody waiting for names that they skip. */
const MAX_PAGES = 3;

/** What is known of the members before single sign-on is enforced. */
export interface SsoImpact {
  /** Identity providers that work. */
  providers: number;
  /** How many members there are, and how many of them were looked at. */
  total: number;
  checked: number;
  /** Among those looked at: who signs in without a provider today and is no administrator. */
  withoutProvider: readonly string[];
  /** Among those looked at: administrators, who may sign in without a provider in any case. */
  administrators: readonly string[];
}

/** Sorts members by what enforcing single sign-on means for them. Disabled members cannot sign in anyway. */
export function classifyMembers(
  members: readonly Member[],
): Pick<SsoImpact, 'withoutProvider' | 'administrators'> {
  const active = members.filter(({ disabled }) => !disabled);
  const namesOf = (those: readonly Member[]) => those.map(({ user }) => user.displayName);
  return {
    withoutProvider: namesOf(active.filter(({ sso, role }) => !sso && role !== 'admin')),
    administrators: namesOf(active.filter(({ role }) => role === 'admin')),
  };
}

/** Looks at providers and members, as the server has them now. */
async function fetchSsoImpact(organizationId: string): Promise<SsoImpact> {
  const path = { organizationId };
  const { data: providers } = await listSamlProviders({ path, query: { limit: 100 }, throwOnError: true });
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
  const working = providers.items.filter(({ status }) => status === 'active').length;
  return { providers: working, total, checked: members.length, ...classifyMembers(members) };
}

/** What enforcing comes to, one sentence each, the gravest first. */
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

/** Whether enforcing would lock everybody out who is no administrator. */
export function locksOutAllMembers({ providers, withoutProvider }: SsoImpact): boolean {
  return providers === 0 && withoutProvider.length > 0;
}

/** The outlook as a query, fetched when the question is asked and never shown old. */
export function loadSsoImpact(queryClient: QueryClient, organizationId: string): Promise<SsoImpact> {
  return queryClient.fetchQuery({
    queryKey: ['sign-on-outlook', organizationId],
    queryFn: () => fetchSsoImpact(organizationId),
    staleTime: 0,
  });
}

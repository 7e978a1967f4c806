import type { OrganizationTrial } from '#api/generated/types.gen.ts';

/** What a plan is called: `enterprise_2024` → "Enterprise (2024)". A plan of another shape is shown as it is written. */
export function planName(plan: string): string {
  const [, name = '', year] = /^([a-z]+)_(\d{4})$/.exec(plan) ?? [];
  return year === undefined ? plan : `${name.charAt(0).toUpperCase()}${name.slice(1)} (${year})`;
}

const trialLabels: Record<OrganizationTrial['status'], string> = {
  notapplicable: 'Not available',
  none: 'None',
  active: 'Active until',
  ended: 'Ended',
  expired: 'Expired',
};

/** States of a trial that is over, after which a plan may have been taken away. */
const endedStatuses: readonly string[] = ['ended', 'expired'];

/** Where a trial stands; followed by its end, where that is known. An unknown state is shown as it is written. */
export function describeTrial({ status, decision }: OrganizationTrial): string {
  const known = Object.entries(trialLabels).find(([name]) => name === status)?.[1] ?? status;
  return decision === 'downgrade' && endedStatuses.includes(status) ? `${known}, then downgraded` : known;
}

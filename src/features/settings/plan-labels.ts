import type { OrganizationTrial } from '#api/generated/types.gen.ts';

/** `enterprise_2024` → "Enterprise (2024)". Other formats are returned unchanged. */
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

/** After these statuses the plan may have been downgraded. */
const endedStatuses: readonly string[] = ['ended', 'expired'];

/** A label for the trial, followed by its end date where known. Unknown statuses are returned unchanged. */
export function describeTrial({ status, decision }: OrganizationTrial): string {
  const label = Object.entries(trialLabels).find(([name]) => name === status)?.[1] ?? status;
  return decision === 'downgrade' && endedStatuses.includes(status) ? `${label}, then downgraded` : label;
}

import type { Site } from '#api/generated/types.gen.ts';

const visibilityLabels: Record<Site['visibility'], [name: string, meaning: string]> = {
  public: ['Public', 'Anyone, including search engines.'],
  unlisted: ['Unlisted', 'Anyone with the URL, but not search engines.'],
  'share-link': ['Share link', 'Anyone with the share link.'],
  'visitor-auth': ['Signed-in visitors', 'Visitors who sign in through your own login.'],
};

const typeLabels: Record<Site['type'], string> = {
  basic: 'Basic',
  premium: 'Premium',
  ultimate: 'Ultimate',
  sponsored: 'Sponsored',
  'legacy-basic': 'Basic (legacy)',
  'legacy-premium': 'Premium (legacy)',
};

/**
 * Whom a site is for, as a name and a sentence. That is a setting: whether anybody reads it is up to what serves it.
 * An unknown kind is shown as it is written.
 */
export function visibilityOf(visibility: string): { name: string; meaning: string } {
  const known = Object.entries(visibilityLabels).find(([kind]) => kind === visibility)?.[1];
  return known ? { name: known[0], meaning: known[1] } : { name: visibility, meaning: '' };
}

/** What choosing a visibility means, for a site that has another one. */
export function visibilityHint(from: string, to: string): string {
  const { meaning } = visibilityOf(to);
  if (from !== 'share-link' || to === from) return meaning;
  return `${meaning} The share link stops working. Sharing by link again creates a new one.`;
}

/** The plan of a site in words. An unknown one is shown as it is written. */
export function siteTypeName(type: string): string {
  return Object.entries(typeLabels).find(([known]) => known === type)?.[1] ?? type;
}

/** The visibilities to choose from. */
export const visibilityOptions = Object.entries(visibilityLabels).map(([value, [label]]) => ({
  value,
  label,
}));

/** The plans to choose from. */
export const siteTypeOptions = Object.entries(typeLabels).map(([value, label]) => ({ value, label }));

/** An address without what everybody knows of it: `docs.example.com/api`. */
export function displayUrl(url: string): string {
  return url.replace(/^https?:\/\//, '').replace(/\/$/, '');
}

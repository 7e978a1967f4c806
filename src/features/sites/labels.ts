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

/** The intended audience of a site as a name and a sentence. Unknown values are returned unchanged. */
export function visibilityOf(visibility: string): { name: string; meaning: string } {
  const label = Object.entries(visibilityLabels).find(([kind]) => kind === visibility)?.[1];
  return label ? { name: label[0], meaning: label[1] } : { name: visibility, meaning: '' };
}

/** The effect of choosing a visibility. */
export function visibilityHint(from: string, to: string): string {
  const { meaning } = visibilityOf(to);
  if (from !== 'share-link' || to === from) return meaning;
  return `${meaning} The share link stops working. Sharing by link again creates a new one.`;
}

/** Unknown values are returned unchanged. */
export function siteTypeName(type: string): string {
  return Object.entries(typeLabels).find(([known]) => known === type)?.[1] ?? type;
}

export const visibilityOptions = Object.entries(visibilityLabels).map(([value, [label]]) => ({
  value,
  label,
}));

export const siteTypeOptions = Object.entries(typeLabels).map(([value, label]) => ({ value, label }));

/** A URL without protocol and trailing slash: `docs.example.com/api`. */
export function displayUrl(url: string): string {
  return url.replace(/^https?:\/\//, '').replace(/\/$/, '');
}

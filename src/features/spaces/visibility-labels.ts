import type { Space } from '#api/generated/types.gen.ts';

const visibilityLabels: Record<Space['visibility'], [name: string, meaning: string]> = {
  public: ['Public', 'For everyone, including search engines.'],
  unlisted: ['Unlisted', 'For anyone with the URL, but not for search engines.'],
  'share-link': ['Share link', 'For anyone with the secret link.'],
  'visitor-auth': ['Signed-in visitors', 'For visitors signed in through your own login.'],
  'in-collection': ['Collection', 'For anyone who can open the collection.'],
  private: ['Private', 'For members with access.'],
};

/** Label and meaning of a visibility. An unknown one is shown as the server names it. */
export function visibilityLabelOf(visibility: string): { name: string; meaning: string } {
  const known = Object.entries(visibilityLabels).find(([kind]) => kind === visibility)?.[1];
  return known ? { name: known[0], meaning: known[1] } : { name: visibility, meaning: '' };
}

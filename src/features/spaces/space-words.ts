import type { Space } from '#api/generated/types.gen.ts';

const audiences: Record<Space['visibility'], [name: string, meaning: string]> = {
  public: ['Public', 'For everyone, and for search engines.'],
  unlisted: ['Unlisted', 'For anyone who has the address, but not for search engines.'],
  'share-link': ['Share link', 'For anyone who has the secret link.'],
  'visitor-auth': ['Signed-in visitors', 'For visitors whom your own sign-in lets through.'],
  'in-collection': ['In its collection', 'For everyone who can open the collection.'],
  private: ['Private', 'For members with access only.'],
};

/** Who can read what a space publishes, as a word and a sentence. An unknown kind is shown as it is written. */
export function audienceOf(visibility: string): { name: string; meaning: string } {
  const known = Object.entries(audiences).find(([kind]) => kind === visibility)?.[1];
  return known ? { name: known[0], meaning: known[1] } : { name: visibility, meaning: '' };
}

import type { Space } from '#src/api/generated/types.gen.ts';

const audiences: Record<Space['visibility'], [name: string, meaning: string]> = {
  public: ['Public', 'Anyone can read it, and search engines list it.'],
  unlisted: ['Unlisted', 'Anyone with the address can read it; search engines do not list it.'],
  'share-link': ['Share link', 'Anyone who has the secret link can read it.'],
  'visitor-auth': ['Signed-in visitors', 'Visitors whom your own sign-in has let through can read it.'],
  'in-collection': ['In its collection', 'Whoever can open the collection can read it.'],
  private: ['Private', 'Only members with access can read it.'],
};

/** Who can read what a space publishes, as a word and a sentence. An unknown kind is shown as it is written. */
export function audienceOf(visibility: string): { name: string; meaning: string } {
  const known = Object.entries(audiences).find(([kind]) => kind === visibility)?.[1];
  return known ? { name: known[0], meaning: known[1] } : { name: visibility, meaning: '' };
}

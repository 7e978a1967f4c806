/** A site's structure as text: `docs.yaml`. */

/** An item of the text, with the line on which it begins. */
export interface SiteTextItem {
  type: 'section' | 'section-group' | 'space';
  line: number;
  /** Its number in its list, behind that of what it is in: `2.0`. */
  place: string;
  /** What the text calls it; it stays the same when the item moves or is renamed. */
  key?: string;
  title?: string;
  path?: string;
  description?: string;
  icon?: string;
  condition?: string;
  isDefault: boolean;
  /** Hidden or a draft: visitors don't see it. */
  isHidden: boolean;
  /** The id of the space that a site space shows. */
  spaceId?: string;
  /** The directory of its files as it is written; null where it has none. */
  directory?: string | null;
  language?: string;
  children: SiteTextItem[];
}

/** What is wrong, or can't be kept, at a line. */
export interface SiteTextProblem {
  line: number;
  /** A sentence. */
  message: string;
}

export interface SiteText {
  title?: { text: string; line: number };
  items: SiteTextItem[];
  problems: SiteTextProblem[];
}

/** The fields of an item that are texts, each by its name in the file. */
export const ITEM_TEXTS = ['key', 'title', 'path', 'description', 'icon', 'condition'] as const;

/** The condition of what a file hides, or has as a draft: visitors don't see it. */
export const HIDDEN_CONDITION = 'false';

/** A directory from the root of the repository: `/docs` begins there, `docs` and `./docs` at the file. */
export function resolveDirectory(written: string, base: string): string | undefined {
  const names: string[] = [];
  for (const name of `${written.startsWith('/') ? '' : base}/${written}`.split('/')) {
    if (name === '' || name === '.') continue;
    if (name.toLowerCase() === '.git' || /[\\\p{Cc}]/u.test(name)) return undefined;
    if (name !== '..') names.push(name);
    else if (names.pop() === undefined) return undefined;
  }
  return names.join('/');
}

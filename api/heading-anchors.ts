/** The names of headings in addresses, the same for server and console. */
import { slugOf } from './slug.ts';

/** The name of a heading as GitHub makes it: lower case, without punctuation, blanks as hyphens. */
export function headingAnchor(title: string): string {
  const name = title
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
  return /[\p{L}\p{N}]/u.test(name) ? name : 'page';
}

/** The name that links of imported books may have: dots stay, and a digit does not come first. */
function importedAnchor(title: string): string {
  const name = title
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/\s*&\s*/g, ' and ')
    .replace(/[^\p{L}\p{M}\p{N}._~-]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .replaceAll('~', '');
  return /^\d/.test(name) ? `id-${name}` : name;
}

/** That platform has also taken each capital for the beginning of a word: “Azure AD” was `azure-a-d`. */
function formerImportedAnchor(title: string): string {
  return importedAnchor(title.replaceAll(/(?<=\p{L})(?=\p{Lu})/gu, ' '));
}

const SUMMARY = /<summary((?:\s[^<>]*)?)>([^]{0,2000}?)<\/summary/gi;

/** HTML whose expandables have names made of their titles, as on the platform that books are imported from. */
export function nameExpandables(html: string): string {
  if (!/<summary/i.test(html)) return html;
  return html.replaceAll(SUMMARY, (whole, attributes: string, title: string) => {
    if (/\sid\s*=/i.test(attributes)) return whole;
    const name = importedAnchor(title.replaceAll(/<[^<>]*>|&[#\w]*;/g, ' '));
    return isAuthorsName(name) ? `<summary id="${name}"${whole.slice('<summary'.length)}` : whole;
  });
}

/** What authors may use as a name. Names of the page's own elements have a tilde. */
const NAME = /^[\p{L}\p{N}_.:-][\p{L}\p{M}\p{N}_.:-]{0,199}$/u;

export const isAuthorsName = (name: string): boolean => NAME.test(name);

/** The names that lead to a heading. */
export interface HeadingNames {
  anchor: string;
  /** Former names, and those of other platforms. */
  aliases: string[];
}

/** Gives names to the headings of a page, in their order, and to other places that authors name. */
export class HeadingAnchors {
  readonly #taken = new Set<string>();
  readonly #aliases = new Set<string>();
  readonly #lost = new Set<string>();
  /** The next number for a duplicate, so that a thousand equal headings stay cheap. */
  readonly #next = new Map<string, number>();
  readonly #former = new Map<string, number>();
  readonly #formerNames = new Set<string>();

  /**
   * The names of the next heading. `ids`: those that its author has given it, of which the first is its anchor. `mark`: the
   * one in `{#…}`, which was part of the title before.
   */
  next(title: string, ids: readonly string[] = [], mark?: string): HeadingNames {
    // Headings were named so before.
    const former = this.#nextFormer(slugOf(mark === undefined ? title : `${title} ${mark}`));
    const [authorsName, ...authorsAliases] = ids.filter((id) => isAuthorsName(id) && !this.#taken.has(id));
    const derived = headingAnchor(title);
    const anchor = this.take(authorsName ?? derived);
    const derivedAlias = authorsName === undefined ? [] : [derived];
    const imported = [importedAnchor(title), formerImportedAnchor(title)];
    const names = [...authorsAliases, ...derivedAlias, former, ...imported];
    return { anchor, aliases: [...new Set(names)].filter((name) => this.takeAlias(name)) };
  }

  /** A name that no other heading has: this one, or with a number after it. */
  take(name: string): string {
    let anchor = name;
    let number = this.#next.get(name) ?? 1;
    for (; this.#taken.has(anchor); number += 1) anchor = `${name}-${number}`;
    this.#next.set(name, number);
    this.#taken.add(anchor);
    if (this.#aliases.has(anchor)) this.#lost.add(anchor);
    return anchor;
  }

  /** Whether a place may have this name until a heading takes it. */
  takeAlias(name: string): boolean {
    if (name === '' || !isAuthorsName(name) || this.#taken.has(name) || this.#aliases.has(name)) return false;
    this.#aliases.add(name);
    return true;
  }

  /** The names of places that headings below them have taken. */
  get lost(): ReadonlySet<string> {
    return this.#lost;
  }

  #nextFormer(slug: string): string {
    let name = slug;
    let number = this.#former.get(slug) ?? 1;
    for (; this.#formerNames.has(name); number += 1) name = `${slug}-${number}`;
    this.#former.set(slug, number);
    this.#formerNames.add(name);
    return name;
  }
}

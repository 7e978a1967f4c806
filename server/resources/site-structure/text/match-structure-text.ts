import { groupBy } from '#server/base/group-by.ts';
import type { SiteText, SiteTextItem, SiteTextProblem } from '#server/content/source/site/site-text.ts';
import { pathFromTitle, uniqueName } from '#server/sites/names-from-titles.ts';
import { findReservedName } from '#server/sites/reserved-names.ts';
import {
  groupsOf,
  type PlannedGroup,
  type PlannedSection,
  type PlannedSiteSpace,
  type PlannedStructure,
  sectionsOf,
} from '../history/planned-structure.ts';
import { checkFields } from './check-fields.ts';

/** What a text may name. */
export interface NamedSpaces {
  siteTitle: string;
  /** Undefined for a space that the site does not show and the caller can't see. */
  titleOf: (spaceId: string) => string | undefined;
  /** The ids of the spaces of a title that the caller can see. */
  withTitle: (title: string) => readonly string[];
}

export interface MatchedText {
  target: PlannedStructure;
  problems: SiteTextProblem[];
  /** The ids of the items in `target`, by their places in the text. */
  ids: Map<string, string>;
}

/**
 * The structure that a text describes. Its items are those of the present structure with the same key, else with the same
 * path, title or space; all others are new.
 */
export function matchStructureText(
  text: SiteText,
  current: PlannedStructure,
  spaces: NamedSpaces,
): MatchedText {
  const matching = new TextMatching(current, spaces);
  const target = matching.run(text);
  const problems = [...text.problems, ...matching.problems].toSorted((a, b) => a.line - b.line);
  return { target, problems, ids: matching.ids };
}

/** Present items as items of the text look for them. */
class Present<Item extends { id: string; title?: string; path?: string }> {
  readonly byId: ReadonlyMap<string | undefined, Item>;
  readonly byTitle: ReadonlyMap<string | undefined, readonly Item[]>;
  readonly byPath: ReadonlyMap<string | undefined, readonly Item[]>;

  constructor(items: readonly Item[]) {
    this.byId = new Map(items.map((item) => [item.id, item]));
    this.byTitle = groupBy(items, ({ title }) => title);
    this.byPath = groupBy(items, ({ path }) => path);
  }
}

class TextMatching {
  readonly problems: SiteTextProblem[] = [];
  readonly ids = new Map<string, string>();
  readonly #current: PlannedStructure;
  readonly #spaces: NamedSpaces;
  readonly #groups: Present<PlannedGroup>;
  readonly #sections: Present<PlannedSection>;
  readonly #siteSpaces: ReadonlyMap<string | undefined, PlannedSiteSpace>;
  /** Ids of the present structure that an item of the text has taken. */
  readonly #taken = new Set<string>();
  readonly #keys = new Map<string, number>();
  /** The lines of items, for problems that are found when their neighbors are known. */
  readonly #lines = new Map<string, number>();
  #serial = 0;

  constructor(current: PlannedStructure, spaces: NamedSpaces) {
    this.#current = current;
    this.#spaces = spaces;
    const sections = sectionsOf(current);
    this.#groups = new Present(groupsOf(current));
    this.#sections = new Present(sections);
    const siteSpaces = [current, ...sections].flatMap((list) => list.siteSpaces);
    this.#siteSpaces = new Map(siteSpaces.map((each) => [each.id, each]));
  }

  run({ title, items }: SiteText): PlannedStructure {
    if (title && title.text !== this.#spaces.siteTitle)
      this.#add(title.line, 'The title is that of the site. Change it in the settings of the site.');
    for (const item of items) this.#checkKeys(item);
    const spaces = items.filter(({ type }) => type === 'space');
    const others = items.filter(({ type }) => type !== 'space');
    const [stray] = others.length > 0 ? spaces : [];
    if (stray) this.#add(stray.line, 'A space stands in a section, unless the site has spaces only.');
    const top = others.map((item) => (item.type === 'section' ? this.#section(item) : this.#group(item)));
    const structure = {
      top,
      siteSpaces: others.length > 0 ? [] : this.#siteSpacesOf(spaces, this.#current.siteSpaces),
    };
    const sections = top.flatMap((item) => (item.kind === 'group' ? item.sections : [item]));
    const finished = this.#withPaths(this.#withDefault(sections, sectionsOf(this.#current)), 'section');
    const byId = new Map(finished.map((section) => [section.id, section]));
    const settle = (section: PlannedSection) => byId.get(section.id) ?? section;
    return {
      ...structure,
      top: top.map((item) =>
        item.kind === 'group' ? { ...item, sections: item.sections.map(settle) } : settle(item),
      ),
    };
  }

  #add(line: number, message: string): void {
    this.problems.push({ line, message });
  }

  /** Two items with one key would be the same. */
  #checkKeys({ key, line, children }: SiteTextItem): void {
    const first = key === undefined ? undefined : this.#keys.get(key);
    if (first !== undefined) this.#add(line, `The key “${key}” is that of the item at line ${first}, too.`);
    else if (key !== undefined) this.#keys.set(key, line);
    for (const child of children) this.#checkKeys(child);
  }

  /** The present item that an item of the text is: by its key, else one of those that no key names. */
  #match<Item extends { id: string }>(keyed: Item | undefined, same: readonly Item[] = []): Item | undefined {
    const isFree = ({ id }: Item) => !this.#taken.has(id);
    const found =
      keyed && isFree(keyed) ? keyed : same.find((item) => isFree(item) && !this.#keys.has(item.id));
    if (found) this.#taken.add(found.id);
    return found;
  }

  #newId(): string {
    this.#serial += 1;
    return `text:${this.#serial}`;
  }

  #group(item: SiteTextItem): PlannedGroup {
    this.#check(item);
    const before = this.#match(this.#groups.byId.get(item.key), this.#groups.byTitle.get(item.title));
    const sections = item.children.filter(({ type }) => type === 'section');
    const [other] = item.children.filter(({ type }) => type !== 'section');
    if (other) this.#add(other.line, 'A group has sections in it, and no groups or spaces.');
    const id = before?.id ?? this.#newId();
    this.ids.set(item.place, id);
    return {
      kind: 'group',
      id,
      title: item.title ?? '',
      icon: item.icon ?? null,
      sections: sections.map((section) => this.#section(section)),
    };
  }

  #section(item: SiteTextItem): PlannedSection {
    this.#check(item);
    const { byId, byTitle, byPath } = this.#sections;
    const same = item.path === undefined ? byTitle.get(item.title) : byPath.get(item.path);
    const before = this.#match(byId.get(item.key), same);
    const spaces = item.children.filter(({ type }) => type === 'space');
    const [other] = item.children.filter(({ type }) => type !== 'space');
    if (other) this.#add(other.line, 'A section has spaces in it, and no groups or sections.');
    else if (spaces.length === 0) this.#add(item.line, 'A section needs a space in it.');
    return this.#placed(item, before, {
      kind: 'section',
      id: before?.id ?? this.#newId(),
      title: item.title ?? '',
      path: item.path ?? before?.path ?? '',
      icon: item.icon ?? null,
      description: item.description ?? null,
      condition: item.condition ?? null,
      isDefault: item.isDefault,
      siteSpaces: this.#siteSpacesOf(spaces, before?.siteSpaces ?? []),
    });
  }

  #siteSpacesOf(items: readonly SiteTextItem[], before: readonly PlannedSiteSpace[]): PlannedSiteSpace[] {
    const shown = new Set<string>();
    const bySpace = groupBy(before, ({ spaceId }) => spaceId);
    const list = items.flatMap((item): PlannedSiteSpace[] => {
      this.#check(item);
      const spaceId = this.#spaceOf(item);
      if (spaceId === undefined) return [];
      if (shown.has(spaceId)) this.#add(item.line, 'The space is in this list twice.');
      shown.add(spaceId);
      const keyed = this.#siteSpaces.get(item.key);
      const same = this.#match(keyed?.spaceId === spaceId ? keyed : undefined, bySpace.get(spaceId));
      return [
        this.#placed(item, same, {
          id: same?.id ?? this.#newId(),
          spaceId,
          path: item.path ?? item.language ?? same?.path ?? '',
          condition: item.condition ?? null,
          isDefault: item.isDefault,
        }),
      ];
    });
    return this.#withPaths(this.#withDefault(list, before), 'space');
  }

  /** Notes the line and the place of an item. A path that is reserved may only stay. */
  #placed<Item extends { id: string; path: string }>(
    { line, place }: SiteTextItem,
    before: { path: string } | undefined,
    item: Item,
  ): Item {
    this.#lines.set(item.id, line);
    this.ids.set(place, item.id);
    const problem = item.path === before?.path ? null : findReservedName(item.path);
    if (problem !== null) this.#add(line, `The path ${problem}.`);
    return item;
  }

  #spaceOf(item: SiteTextItem): string | undefined {
    const { title, spaceId, key, line } = item;
    const keyed = this.#siteSpaces.get(key)?.spaceId;
    const named = spaceId ?? keyed;
    if (named !== undefined) {
      const own = this.#spaces.titleOf(named);
      if (own === undefined) this.#add(line, `There is no space “${named}” that you can see.`);
      else if (title !== undefined && title !== own)
        this.#add(line, `The title is that of the space “${own}”. Change it in the space.`);
      return own === undefined ? undefined : named;
    }
    const found = title === undefined ? [] : this.#spaces.withTitle(title);
    if (found.length === 1) return found[0];
    this.#add(
      line,
      found.length === 0
        ? `There is no space “${title ?? ''}” that you can see. Create it first, or name another one.`
        : `${found.length} spaces have the title “${title}”. Name one by its identifier: content, space.`,
    );
    return undefined;
  }

  #check(item: SiteTextItem): void {
    for (const message of checkFields(item)) this.#add(item.line, message);
  }

  /** Exactly one item of a list is the default: as written, else as before, else the first. */
  #withDefault<Item extends { id: string; isDefault: boolean }>(
    list: readonly Item[],
    before: readonly Item[],
  ): Item[] {
    const old = before.find(({ isDefault }) => isDefault)?.id;
    const [, second] = list.filter(({ isDefault }) => isDefault);
    if (second) this.#add(this.#lines.get(second.id) ?? 1, 'Another one is the default already.');
    const chosen = list.find(({ isDefault }) => isDefault) ?? list.find(({ id }) => id === old) ?? list[0];
    return list.map((item) => ({ ...item, isDefault: item === chosen }));
  }

  /** Gives items without a path one of their title. No two have the same. */
  #withPaths<Item extends { id: string; path: string; title?: string; spaceId?: string }>(
    list: readonly Item[],
    fallback: string,
  ): Item[] {
    const paths = new Set<string>();
    for (const { id, path } of list) {
      if (paths.has(path))
        this.#add(this.#lines.get(id) ?? 1, `The path “${path}” is that of another one in the list.`);
      if (path !== '') paths.add(path);
    }
    return list.map((item) => {
      if (item.path !== '') return item;
      const title = item.title ?? this.#spaces.titleOf(item.spaceId ?? '') ?? '';
      const path = uniqueName(pathFromTitle(title, fallback), paths);
      paths.add(path);
      return { ...item, path };
    });
  }
}

import type { SiteFile } from '#server/content/repository/site-file.ts';
import {
  HIDDEN_CONDITION,
  resolveDirectory,
  type SiteTextItem,
} from '#server/content/source/site/site-text.ts';
import { GitSyncError } from '#server/git-sync/git-connection.ts';
import {
  type PlannedSiteSpace,
  type PlannedStructure,
  sectionsOf,
} from '../../site-structure/history/planned-structure.ts';
import { matchStructureText } from '../../site-structure/text/match-structure-text.ts';
import type { MappedSpaces } from './mapped-spaces.ts';

/** What is known of the file of a site. */
export interface KnownFile {
  /** The structure that the file had at the last sync; before the first one, that of the site. */
  base: PlannedStructure;
  /** The ids of items by their keys, where these are others. */
  keys: Readonly<Record<string, string>>;
  /** The directory of the connection. */
  directory: string;
  spaces: MappedSpaces;
  titleOf: (spaceId: string) => string | undefined;
}

/** A space that the file has in a directory with which it is not connected yet. */
export interface SpaceOfFile {
  directory: string;
  title: string;
  /** Whether there is none yet: its id only stands for it. */
  isNew: boolean;
}

/** The file of a site as a structure. */
export interface FileStructure {
  structure: PlannedStructure;
  /** By the ids of spaces. */
  spaces: ReadonlyMap<string, SpaceOfFile>;
  /** The ids of items by their places in the file. */
  ids: Map<string, string>;
  /** The same by their keys. */
  keys: Map<string, string>;
  /** What of the file the site does not show. */
  notes: string[];
}

/** Reads a file; throws where the structure can't be what it says. */
export function readSiteStructure({ path, site }: SiteFile, known: KnownFile): FileStructure {
  const reader = new FileReader(path, known);
  const items = reader.prepare(site.items);
  const titleOf = (id: string) => reader.spaces.get(id)?.title ?? known.titleOf(id) ?? '';
  const { target, problems, ids } = matchStructureText({ items, problems: site.problems }, known.base, {
    siteTitle: '',
    titleOf,
    withTitle: () => [],
  });
  // What could not be read is missing further on.
  const [first] = site.problems.length > 0 ? site.problems : problems;
  if (first) throw reader.refusal(first.line, first.message);
  const keys = new Map(
    reader.keyed.flatMap(([key, place]) => {
      const id = ids.get(place);
      return id === undefined ? [] : [[key, id]];
    }),
  );
  return { structure: target, spaces: reader.spaces, ids, keys, notes: reader.notes };
}

class FileReader {
  readonly spaces = new Map<string, SpaceOfFile>();
  readonly keyed: [key: string, place: string][] = [];
  readonly notes: string[] = [];
  readonly #path: string;
  readonly #known: KnownFile;
  readonly #siteSpaces = new Map<string, PlannedSiteSpace>();
  /** By the paths of their sections and their own. */
  readonly #spacesByPath = new Map<string, string>();

  constructor(path: string, known: KnownFile) {
    this.#path = path;
    this.#known = known;
    for (const list of [{ path: '', siteSpaces: known.base.siteSpaces }, ...sectionsOf(known.base)]) {
      for (const each of list.siteSpaces) {
        this.#siteSpaces.set(each.id, each);
        this.#spacesByPath.set(`${list.path}/${each.path}`, each.spaceId);
      }
    }
  }

  refusal(line: number, message: string): GitSyncError {
    return new GitSyncError('content-refused', `${this.#path}, line ${line}: ${message} Correct it there.`);
  }

  /** The items with ids as their keys, and spaces by their ids. What shows nothing is left out. */
  prepare(items: readonly SiteTextItem[], sectionPath = ''): SiteTextItem[] {
    return items.flatMap((item): SiteTextItem[] => {
      if (item.type === 'space') return this.#space(item, sectionPath);
      if (item.type === 'section-group') return [this.#group(item)];
      const children = this.prepare(item.children, item.path ?? '');
      if (children.length > 0) return [{ ...this.#named(item), children }];
      this.notes.push(`The section “${item.title ?? ''}” has no space and is left out.`);
      return [];
    });
  }

  #group(item: SiteTextItem): SiteTextItem {
    const { line, isHidden, condition } = item;
    if (isHidden || condition !== undefined)
      throw this.refusal(line, 'A group has no condition here, and can’t be hidden: its sections can.');
    // Some tools write the path and the description of a group, which no page shows.
    const { path: _path, description: _description, ...group } = this.#named(item);
    return { ...group, children: this.prepare(item.children) };
  }

  #idOf(key: string | undefined): string | undefined {
    const { keys } = this.#known;
    return key !== undefined && Object.hasOwn(keys, key) ? keys[key] : key;
  }

  #named(item: SiteTextItem): SiteTextItem {
    const { key, place, isHidden } = item;
    if (key !== undefined) this.keyed.push([key, place]);
    const id = this.#idOf(key);
    return {
      ...item,
      ...(id !== undefined && { key: id }),
      ...(isHidden && { condition: HIDDEN_CONDITION }),
    };
  }

  #space(item: SiteTextItem, sectionPath: string): SiteTextItem[] {
    const spaceId = this.#spaceOf(item, sectionPath);
    if (spaceId === undefined) {
      this.notes.push(`“${item.title ?? item.key ?? item.path ?? ''}” has no directory and is left out.`);
      return [];
    }
    // The title is that of the space, which has it from its own directory or from people.
    const { title: _title, ...named } = this.#named(item);
    return [{ ...named, spaceId }];
  }

  #spaceOf(
    { key, directory: written, title, path, language, line }: SiteTextItem,
    sectionPath: string,
  ): string | undefined {
    const keyed = this.#siteSpaces.get(this.#idOf(key) ?? '')?.spaceId;
    if (written == null) return keyed;
    const directory = resolveDirectory(written, this.#known.directory);
    if (directory === undefined)
      throw this.refusal(line, `The directory ${JSON.stringify(written)} leads out of the repository.`);
    const { byDirectory, directories, elsewhere, own } = this.#known.spaces;
    const present = byDirectory.get(directory);
    if (present !== undefined) return present;
    const known = keyed ?? this.#spacesByPath.get(`${sectionPath}/${path ?? language ?? ''}`);
    // One that somebody has connected otherwise keeps that.
    if (known !== undefined && (elsewhere.has(known) || (directories.has(known) && !own.has(known))))
      throw this.refusal(
        line,
        `The space “${this.#known.titleOf(known) ?? ''}” is connected with another directory or repository. Disconnect it first, or write “directory: null”.`,
      );
    const isFree = known !== undefined && !this.spaces.has(known);
    const id = isFree ? known : `${STANDS_FOR}${directory}`;
    this.spaces.set(id, {
      directory,
      title: (isFree ? this.#known.titleOf(known) : title) ?? directory.split('/').at(-1) ?? '',
      isNew: !isFree,
    });
    return id;
  }
}

const STANDS_FOR = 'directory:';

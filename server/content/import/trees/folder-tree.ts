import { FOLDER_PAGE, type OutlineItem, PAGE_FILE } from './outline.ts';
import { comparePaths, folderOf, nameOf, stemOf, titleFromPath } from './paths.ts';
import type { SourceFiles } from './source-files.ts';

/** Files that describe a project and are no documentation, beside pages. */
interface FolderOptions {
  root: string;
  skip?: (path: string) => boolean;
  /** Where an item comes among its neighbours; those without a number come behind, by name. */
  positionOf?: (path: string) => number | undefined;
  /** What else is known about a folder. */
  folderFields?: (folder: string) => Partial<OutlineItem>;
}

/** The pages of a folder without a table of contents: the folder's own page first, then files and folders by name. */
export function folderItems(files: SourceFiles, options: FolderOptions): OutlineItem[] {
  const { root, skip = () => false } = options;
  const paths = files
    .below(root)
    .filter((path) => PAGE_FILE.test(path) && !skip(path) && !isHiddenPath(path, root));
  const tree = new FolderTree(root, options);
  for (const path of paths) tree.add(path);
  return tree.finish();
}

function isHiddenPath(path: string, root: string): boolean {
  return /(?:^|\/)\.[^/]/.test(path.slice(root === '' ? 0 : root.length + 1));
}

interface Entry {
  name: string;
  item: OutlineItem;
  position: number | undefined;
  isFolderPage: boolean;
}

class FolderTree {
  readonly #root: string;
  readonly #options: FolderOptions;
  readonly #entries = new Map<string, Entry[]>();
  /** The item of each folder below the root. */
  readonly #folders = new Map<string, Entry>();

  constructor(root: string, options: FolderOptions) {
    this.#root = root;
    this.#options = options;
  }

  add(path: string): void {
    const folder = folderOf(path);
    this.#listOf(folder).push({
      name: stemOf(path),
      item: { path, items: [] },
      position: this.#options.positionOf?.(path),
      isFolderPage: FOLDER_PAGE.test(path),
    });
  }

  finish(): OutlineItem[] {
    return this.#itemsOf(this.#root, 0);
  }

  #listOf(folder: string): Entry[] {
    const existing = this.#entries.get(folder);
    if (existing) return existing;
    const list: Entry[] = [];
    this.#entries.set(folder, list);
    if (folder !== this.#root && folder !== '') {
      const entry: Entry = {
        name: nameOf(folder),
        item: { title: titleFromPath(`${folder}/`), items: [], ...this.#options.folderFields?.(folder) },
        position: this.#options.positionOf?.(folder),
        isFolderPage: false,
      };
      this.#folders.set(folder, entry);
      this.#listOf(folderOf(folder)).push(entry);
    }
    return list;
  }

  #itemsOf(folder: string, depth: number): OutlineItem[] {
    if (depth > 200) return [];
    const entries = this.#entries.get(folder) ?? [];
    const files = new Map(
      entries.map((entry) => [entry.item.path === undefined ? '' : entry.name.toLowerCase(), entry]),
    );
    const visible = entries.filter((entry) => {
      if (entry.item.path !== undefined) return true;
      const path = `${folder === '' ? '' : `${folder}/`}${entry.name}`;
      this.#fillFolder(entry, path, depth);
      // A page beside a folder of the same name is the page of the folder.
      const page = files.get(entry.name.toLowerCase());
      if (!page || entry.item.path !== undefined) return true;
      page.item.items.push(...entry.item.items);
      page.position ??= entry.position;
      return false;
    });
    return visible.toSorted(compareEntries).map(({ item }) => item);
  }

  /** A folder with a page of its own is this page. */
  #fillFolder({ item }: Entry, path: string, depth: number): void {
    const items = this.#itemsOf(path, depth + 1);
    const folderPage = (this.#entries.get(path) ?? []).find(({ isFolderPage }) => isFolderPage);
    if (!folderPage || item.path !== undefined) {
      item.items = items;
      return;
    }
    const { title: _, ...fields } = item;
    Object.assign(item, {
      ...folderPage.item,
      ...fields,
      path: folderPage.item.path,
      items: items.filter((below) => below !== folderPage.item),
    });
    if (this.#options.folderFields?.(path).title === undefined) delete item.title;
  }
}

function compareEntries(a: Entry, b: Entry): number {
  if (a.isFolderPage !== b.isFolderPage) return a.isFolderPage ? -1 : 1;
  const order = (a.position ?? Infinity) - (b.position ?? Infinity);
  return order !== 0 && !Number.isNaN(order) ? order : comparePaths(a.name, b.name);
}

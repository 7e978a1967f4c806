/** Addresses with ids in texts, as the paths that exports and published sites have for them. */
import { createContext } from 'react';
import type { File, Page } from '#api/generated/types.gen.ts';
import { replaceLinks } from '#api/source-links.ts';
import {
  decodePath,
  indexSourcePaths,
  relativePath,
  resolveSourcePath,
  type SourcePaths,
} from '#api/source-paths.ts';
import { changeBetween, lineHunks, movePosition } from '#src/lib/compare/line-hunks.ts';

/** The pages and files of a space by the paths of their files, made or imported. */
export interface LinkPlaces {
  spaceId: string;
  paths: SourcePaths;
  /** The path of a page or file by its id; undefined if it is not known. */
  pathOf: (id: string) => string | undefined;
  /** Whether paths that are written stay, as in the text of a file. */
  isWritten?: boolean;
}

/** The path of a page's file: that it came from, or its place in the tree. */
export const fileOfPage = ({ git, path = '' }: Pick<Page, 'git' | 'path'>): string =>
  git?.path ?? `${path}.md`;

/** The path of a picture or another file: that it came from, or that of an upload. */
export const fileOfUpload = ({ git, name }: Pick<File, 'git' | 'name'>): string =>
  git?.path ?? `.gitbook/assets/${name}`;

/**
 * A text of the file `from` with paths for addresses with ids. An address stays where its path is not known, or would lead
 * to another page or file.
 *
 * @param onShown called with each path and the address, without its anchor, that it is shown for
 */
export function showPaths(
  markdown: string,
  from: string,
  { spaceId, paths, pathOf }: LinkPlaces,
  onShown?: (path: string, address: string) => void,
): string {
  if (!markdown.includes('/pages/') && !markdown.includes('/files/')) return markdown;
  return replaceLinks(markdown, (address, { target }) => {
    const inSpace = `/spaces/${spaceId}/`;
    const local = address.startsWith(inSpace) ? address.slice(inSpace.length - 1) : address;
    const [, kind = '', id = '', end = ''] = /^(\/pages\/|\/files\/)([\w-]+)(.*)$/s.exec(local) ?? [];
    const path = id === '' ? undefined : pathOf(id);
    if (path === undefined || target.includes('\n')) return undefined;
    const shown = relativePath(from, path);
    if (resolveSourcePath(paths, from, shown + end)?.id !== id) return undefined;
    onShown?.(shown, kind + id);
    return shown + end;
  });
}

/** Where the pages of trees and the files are; of two with the same path, the first is found by it. */
export function linkPlaces(
  spaceId: string,
  trees: readonly (readonly Page[])[],
  files: readonly Pick<File, 'id' | 'name' | 'git'>[],
): LinkPlaces {
  const byId = new Map<string, { kind: 'page' | 'file'; path: string }>();
  const add = (pages: readonly Page[]): void => {
    for (const page of pages) {
      const isText = page.type === 'document' || page.type === 'computed';
      if (isText && !byId.has(page.id)) byId.set(page.id, { kind: 'page', path: fileOfPage(page) });
      add(page.pages ?? []);
    }
  };
  for (const tree of trees) add(tree);
  for (const file of files)
    if (!byId.has(file.id)) byId.set(file.id, { kind: 'file', path: fileOfUpload(file) });
  const list = [...byId].map(([id, place]) => ({ id, ...place }));
  return { spaceId, paths: indexSourcePaths(list), pathOf: (id) => byId.get(id)?.path };
}

/** The file of a text, and what its addresses lead to. */
export interface TextPlace {
  from: string;
  places: LinkPlaces;
}

/** The same text in both forms, line by line. */
interface BothForms {
  stored: string;
  shown: string;
}

/**
 * A text as it is stored, with ids, and as a person sees and edits it, with paths. Lines that were not edited keep their
 * bytes. In others a path means what it meant when it was shown, then what it leads to now: a page that is moved while the
 * text is open stays the target.
 */
export class ShownText {
  #place: TextPlace | undefined;
  /** The text as it was last shown, which edits are compared with. */
  #base: BothForms;
  #latest: BothForms;
  /** The addresses of the paths that are shown. */
  #meanings = new Map<string, string>();
  /** Those of paths that were shown or typed before: undo brings them back. */
  readonly #earlier = new Map<string, string>();
  /** Typed addresses that led nowhere, which later places may have. */
  readonly #open = new Set<string>();

  /** @param place absent while it is not known, and where ids are shown */
  constructor(stored: string, place?: TextPlace) {
    this.#place = place;
    this.#base = this.#shownFor(stored);
    this.#latest = this.#base;
  }

  get shown(): string {
    return this.#latest.shown;
  }

  /** Shows a text that others changed. Lines that are the same stay as they were typed. */
  show(stored: string): string {
    if (stored !== this.#latest.stored) {
      const { shown } = this.#shownFor(stored);
      const kept = keptLines(this.#latest.stored, stored);
      this.#base = { stored, shown: carryLines(kept, this.#latest.shown, shown) };
      this.#latest = this.#base;
    }
    return this.#latest.shown;
  }

  /** The text to store for an edited one. */
  store(shown: string): string {
    if (shown === this.#latest.shown) return this.#latest.stored;
    const kept = keptLines(this.#base.shown, shown);
    const lineAt = countLines(shown);
    const written = replaceLinks(shown, (address, { target, start }) =>
      kept[lineAt(start)] === undefined && !target.includes('\n') ? this.#storedFor(address) : undefined,
    );
    this.#latest = { shown, stored: carryLines(kept, this.#base.stored, written) };
    return this.#latest.stored;
  }

  /**
   * Shows the text with pages and files in other places.
   *
   * @param keepsShown leaves the old paths in the text; they mean what they did
   */
  move(place: TextPlace | undefined, keepsShown = false): string {
    const { stored, shown } = this.#latest;
    for (const [path, address] of this.#meanings) this.#earlier.set(path, address);
    this.#meanings = keepsShown ? new Map(this.#earlier) : new Map();
    this.#place = place;
    const isOpen = this.#open.size > 0;
    const found = isOpen
      ? replaceLinks(stored, (address) => (this.#open.has(address) ? this.#storedFor(address) : undefined))
      : stored;
    this.#base = keepsShown ? { stored: found, shown } : this.#shownFor(found);
    this.#latest = this.#base;
    return this.#latest.shown;
  }

  #shownFor(stored: string): BothForms {
    if (!this.#place) return { stored, shown: stored };
    const { from, places } = this.#place;
    const shown = showPaths(stored, from, places, (path, address) =>
      this.#meanings.set(decodePath(path), address),
    );
    return { stored, shown };
  }

  /** The address with an id for one that was edited; undefined for one that stays as it is written. */
  #storedFor(address: string): string | undefined {
    if (!this.#place) return undefined;
    const { from, places } = this.#place;
    const [written = ''] = address.split(/[?#]/);
    const path = decodePath(written);
    const anchor = address.includes('#') ? address.slice(address.indexOf('#')) : '';
    const { kind, id = '' } = resolveSourcePath(places.paths, from, address) ?? {};
    const target = kind === 'page' || kind === 'file' ? `/${kind}s/${id}` : undefined;
    const meant = this.#meanings.get(path);
    if (places.isWritten) return meant === undefined || meant === target ? undefined : meant + anchor;
    const stored = meant ?? target ?? this.#earlier.get(path);
    if (stored === undefined) {
      this.#open.add(address);
      return undefined;
    }
    this.#open.delete(address);
    this.#earlier.set(path, stored);
    return stored.startsWith('/files/') ? stored : stored + anchor;
  }
}

/** The number of the line, from 0, of positions that are asked for in order. */
function countLines(text: string): (position: number) => number {
  let line = 0;
  let end = text.indexOf('\n');
  return (position) => {
    for (; end !== -1 && end < position; end = text.indexOf('\n', end + 1)) line += 1;
    return line;
  };
}

/** For each line of a text the number of the same line in the one before; undefined for those that are new or changed. */
function keptLines(before: string, after: string): (number | undefined)[] {
  const lines = before.split('\n');
  const next = after.split('\n');
  const kept: (number | undefined)[] = Array.from({ length: next.length });
  let [at, nextAt] = [0, 0];
  const keepTo = (end: number): void => {
    for (; at < end; at += 1, nextAt += 1) kept[nextAt] = at;
  };
  for (const hunk of lineHunks(lines, next)) {
    keepTo(hunk.from);
    at = hunk.to;
    nextAt += hunk.lines.length;
  }
  keepTo(lines.length);
  return kept;
}

/** A text with the kept lines of another. */
function carryLines(kept: readonly (number | undefined)[], from: string, to: string): string {
  const source = from.split('\n');
  return to
    .split('\n')
    .map((line, index) => source[kept[index] ?? -1] ?? line)
    .join('\n');
}

/** A position of a text in the same text in its other form. */
export function samePosition(from: string, to: string, position: number): number {
  const line = from.slice(0, position).split('\n').length - 1;
  const lineOf = (text: string) => {
    const lines = text.split('\n');
    const start = lines.slice(0, line).reduce((sum, { length }) => sum + length + 1, 0);
    return { start, text: lines[line] ?? '' };
  };
  const [before, after] = [lineOf(from), lineOf(to)];
  const change = changeBetween(before.text, after.text);
  return after.start + movePosition(position - before.start, [change]);
}

/** How the texts of a screen are shown with paths. */
export interface LinkPaths {
  /** Another one for other places. */
  key: string;
  show: (stored: string) => string;
  store: (shown: string, stored: string) => string;
  /** A text to edit. */
  open: (stored: string) => ShownText;
}

/** Without places, texts are shown as they are stored. */
export const withoutPaths: LinkPaths = {
  key: '',
  show: (stored) => stored,
  store: (shown) => shown,
  open: (stored) => new ShownText(stored),
};

export const LinkPathsContext = createContext(withoutPaths);

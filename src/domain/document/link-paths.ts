/** Addresses with ids in texts, as the paths that exports and published sites have for them. */
import { diffArrays } from 'diff';
import { createContext } from 'react';
import type { File, Page } from '#api/generated/types.gen.ts';
import { replaceLinks } from '#api/source-links.ts';
import { indexSourcePaths, relativePath, resolveSourcePath, type SourcePaths } from '#api/source-paths.ts';

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
 */
export function showPaths(markdown: string, from: string, { spaceId, paths, pathOf }: LinkPlaces): string {
  if (!markdown.includes('/pages/') && !markdown.includes('/files/')) return markdown;
  return replaceLinks(markdown, (address, { target }) => {
    const inSpace = `/spaces/${spaceId}/`;
    const local = address.startsWith(inSpace) ? address.slice(inSpace.length - 1) : address;
    const [, id = '', end = ''] = /^\/(?:pages|files)\/([\w-]+)(.*)$/s.exec(local) ?? [];
    const path = id === '' ? undefined : pathOf(id);
    if (path === undefined || target.includes('\n')) return undefined;
    const shown = relativePath(from, path) + end;
    return resolveSourcePath(paths, from, shown)?.id === id ? shown : undefined;
  });
}

/**
 * The text to store for one that was shown with paths: lines that are the same have the same bytes, and in others a path to
 * a page or file is an address with its id.
 */
export function storePaths(shown: string, stored: string, from: string, places: LinkPlaces): string {
  const before = showPaths(stored, from, places);
  if (shown === before) return stored;
  const written = replaceLinks(shown, (address, { target }) => {
    if (places.isWritten || target.includes('\n')) return undefined;
    const file = resolveSourcePath(places.paths, from, address);
    if (!file || file.kind === 'include') return undefined;
    const anchor = address.includes('#') ? address.slice(address.indexOf('#')) : '';
    return file.kind === 'page' ? `/pages/${file.id}${anchor}` : `/files/${file.id}`;
  }).split('\n');
  const storedLines = stored.split('\n');
  let [storedAt, shownAt] = [0, 0];
  const lines: string[] = [];
  for (const { value, added, removed } of diffArrays(before.split('\n'), shown.split('\n'))) {
    if (!removed) {
      const source = added ? written.slice(shownAt) : storedLines.slice(storedAt);
      for (const line of source.slice(0, value.length)) lines.push(line);
      shownAt += value.length;
    }
    if (!added) storedAt += value.length;
  }
  return lines.join('\n');
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

/** How the texts of a screen are shown with paths. */
export interface LinkPaths {
  /** Another one for other places. */
  key: string;
  show: (stored: string) => string;
  store: (shown: string, stored: string) => string;
}

/** Without places, texts are shown as they are stored. */
export const withoutPaths: LinkPaths = { key: '', show: (stored) => stored, store: (shown) => shown };

export const LinkPathsContext = createContext(withoutPaths);

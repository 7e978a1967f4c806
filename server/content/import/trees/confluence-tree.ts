import { createDocument } from '@mixmark-io/domino';
import type { Outline, OutlineItem } from './outline.ts';
import { decodePath, folderOf, joinPath, resolvePath } from './paths.ts';
import type { SourceFiles } from './source-files.ts';

const MAX_DEPTH = 50;

/** Why an XML export of Confluence cannot be read; undefined for other sources. */
export function confluenceXmlProblem(files: SourceFiles): string | undefined {
  const [entities] = files.named('entities.xml');
  if (entities === undefined || files.named('exportdescriptor.properties').length === 0) return undefined;
  return 'This is the XML export of Confluence. In Confluence, choose Space settings → Export space → HTML instead.';
}

/** Reads the HTML export of a Confluence space: its index is the tree. Undefined if the source is none. */
export function readConfluence(files: SourceFiles, isConfluence: boolean): Outline | undefined {
  for (const index of files.named('index.html')) {
    const folder = folderOf(index);
    const hasExport =
      files.below(joinPath(folder, 'attachments')).length > 0 ||
      files.below(folder).some((path) => /_\d+\.html$/.test(path)) ||
      /confluence/i.test((files.text(index) ?? '').slice(0, 20_000));
    if (!hasExport && !isConfluence) continue;
    const outline = readIndex(files, index);
    if (outline.items.length > 0) return outline;
  }
  return undefined;
}

function readIndex(files: SourceFiles, index: string): Outline {
  const document = createDocument(files.text(index) ?? '');
  const used = new Set<string>([index]);
  const readList = (list: Element, depth: number): OutlineItem[] => {
    if (depth > MAX_DEPTH) return [];
    return childrenOf(list, 'li').flatMap((entry) => {
      const items = childrenOf(entry, 'ul', 'ol').flatMap((below) => readList(below, depth + 1));
      const link = firstLink(entry);
      const href = link?.getAttribute('href') ?? '';
      const path = /^[a-z]+:/i.test(href)
        ? undefined
        : resolvePath(decodePath(href.replace(/[?#].*$/, '')), index);
      const file = path === undefined ? undefined : files.find(path);
      if (file === undefined || used.has(file)) return items;
      used.add(file);
      return [
        { path: file, title: (link?.textContent ?? '').replaceAll(/\s+/g, ' ').trim() || undefined, items },
      ];
    });
  };
  const lists = Array.from(document.querySelectorAll('ul, ol')).filter((list) => !isInList(list));
  const items = lists.flatMap((list) => readList(list, 0));
  const heading = document.querySelector('h1')?.textContent ?? document.title;
  const title = heading.replaceAll(/\s+/g, ' ').trim();
  // Pages that the index does not name are pages of the space, too.
  const rest = files.below(folderOf(index)).filter((path) => /\.html?$/i.test(path) && !used.has(path));
  const unnamed = rest.map((path): OutlineItem => ({ path, items: [] }));
  return {
    kind: 'confluence',
    title: title === '' ? undefined : title,
    root: folderOf(index),
    items: [...items, ...unnamed],
  };
}

function childrenOf(element: Element, ...names: string[]): Element[] {
  return Array.from(element.children).filter(({ localName }) => names.includes(localName));
}

function firstLink(entry: Element): Element | undefined {
  for (const child of Array.from(entry.children)) {
    if (child.localName === 'a') return child;
    const inner = child.localName === 'ul' || child.localName === 'ol' ? null : child.querySelector('a');
    if (inner) return inner;
  }
  return undefined;
}

function isInList(list: Element): boolean {
  let depth = 0;
  for (let element = list.parentElement; element && depth < 500; element = element.parentElement) {
    if (element.localName === 'li') return true;
    depth += 1;
  }
  return false;
}

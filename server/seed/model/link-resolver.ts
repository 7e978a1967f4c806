import type { PageText } from './content-schemas.ts';
import { seedId } from './seed-ids.ts';

/** A slug of a title: Latin letters and digits, joined by hyphens. */
export function slugOf(title: string): string {
  const plain = title.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');
}

/** The id of a page by its first path in a space; a later move does not change it. */
export function pageIdOf(space: string, path: string): string {
  return seedId('page', space, path);
}

export function reusableIdOf(space: string, title: string): string {
  return seedId('reusable-content', space, title);
}

export function fileIdOf(space: string, name: string): string {
  return seedId('file', space, name);
}

/** A key as the target of a link, or as the value of an attribute. */
const KEY = /(\]\(|[= ]")(page|space|file|org|reusable):(!?)([^)"#]*)(#[^)"]*)?(?=[)"])/g;

/** Resolves the keys in texts to URLs of existing spaces, pages and files. */
export interface LinkResolver {
  /** Registers pages, so that texts can refer to them. */
  addPages(space: string, pages: readonly PageText[], parentPath?: string): void;
  addFiles(space: string, names: readonly string[]): void;
  addReusableContents(space: string, titles: readonly string[]): void;
  /** The text with every key replaced; throws for an unknown key without `!`. */
  resolve(space: string, text: string): string;
}

export function createLinkResolver(organizationId: string): LinkResolver {
  const linkedIds = new Set<string>();
  const addPages: LinkResolver['addPages'] = (space, pages, parentPath) => {
    linkedIds.add(`space:${space}`);
    for (const page of pages) {
      const slug = page.slug ?? slugOf(page.title);
      const path = parentPath ? `${parentPath}/${slug}` : slug;
      linkedIds.add(`page:${space}/${path}`);
      addPages(space, page.pages ?? [], path);
    }
  };
  const check = (key: string, broken: boolean, text: string) => {
    if (!broken && !linkedIds.has(key))
      throw new Error(`A demonstration text links to ${key}, which does not exist: ${text.slice(0, 60)}`);
  };
  return {
    addPages,
    addFiles: (space, names) => names.forEach((name) => linkedIds.add(`file:${space}/${name}`)),
    addReusableContents: (space, titles) =>
      titles.forEach((title) => linkedIds.add(`reusable:${space}/${title}`)),
    resolve: (space, text) =>
      text.replace(KEY, (_, start, kind, mark, name, anchor = '') => {
        const broken = mark === '!';
        if (kind === 'org') return `${start}/o/${organizationId}/${name}`;
        if (kind === 'space') {
          const [target = '', ...path] = name.split('/');
          check(path.length > 0 ? `page:${name}` : `space:${target}`, broken, text);
          const page = path.length > 0 ? `/pages/${pageIdOf(target, path.join('/'))}` : '';
          return `${start}/spaces/${seedId('space', target)}${page}${anchor}`;
        }
        check(`${kind}:${space}/${name}`, broken, text);
        if (kind === 'file') return `${start}/files/${fileIdOf(space, name)}`;
        if (kind === 'reusable') return `${start}/reusable-contents/${reusableIdOf(space, name)}`;
        return `${start}/pages/${pageIdOf(space, name)}${anchor}`;
      }),
  };
}

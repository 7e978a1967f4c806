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

export function fileIdOf(space: string, name: string): string {
  return seedId('file', space, name);
}

/** Resolves the keys in texts to URLs of existing spaces, pages and files. */
export interface LinkResolver {
  /** Registers pages, so that texts can refer to them. */
  addPages(space: string, pages: readonly PageText[], parentPath?: string): void;
  addFiles(space: string, names: readonly string[]): void;
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
    resolve: (space, text) =>
      text.replace(/\]\((page|space|file|org):(!?)([^)#]*)(#[^)]*)?\)/g, (_, kind, mark, name, anchor) => {
        const broken = mark === '!';
        if (kind === 'org') return `](/o/${organizationId}/${name})`;
        if (kind === 'file') {
          check(`file:${space}/${name}`, broken, text);
          return `](/files/${fileIdOf(space, name)})`;
        }
        if (kind === 'page') {
          check(`page:${space}/${name}`, broken, text);
          return `](/pages/${pageIdOf(space, name)}${anchor ?? ''})`;
        }
        const [target = '', ...path] = name.split('/');
        check(path.length > 0 ? `page:${name}` : `space:${target}`, broken, text);
        const page = path.length > 0 ? `/pages/${pageIdOf(target, path.join('/'))}` : '';
        return `](/spaces/${seedId('space', target)}${page}${anchor ?? ''})`;
      }),
  };
}

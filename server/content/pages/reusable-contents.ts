import { resolveSourcePath, type SourcePaths, indexSourcePaths } from '#api/source-paths.ts';
import type { StoredGitFile, StoredReusableContent } from './storage.ts';

/** How deep reusable contents may be in one another. */
export const MAX_INCLUDE_DEPTH = 10;
/** How many reusable contents a page shows, also those in one another; each can have many, so that there may be billions. */
export const MAX_INCLUDED_TEXTS = 1000;

/** The address by which a text includes a reusable content that was made here; one of a file has its path. */
const BY_ID = /^\/reusable-contents\/([\w-]{1,100})$/;

/** The id in such an address. */
export const reusableIdOf = (address: string): string | undefined => BY_ID.exec(address)?.[1];

export const reusableAddress = (id: string): string => `/reusable-contents/${id}`;

/** Finds the reusable contents of a revision that its texts include. */
export class ReusableContents {
  readonly list: readonly StoredReusableContent[];
  readonly #byId: ReadonlyMap<string, StoredReusableContent>;
  readonly #paths: SourcePaths;

  constructor(contents: readonly StoredReusableContent[]) {
    this.list = contents;
    this.#byId = new Map(contents.map((content) => [content.id, content]));
    this.#paths = indexSourcePaths(
      contents.flatMap(({ id, git }) => (git ? [{ kind: 'include', id, path: git.path } as const] : [])),
    );
  }

  get(id: string): StoredReusableContent | undefined {
    return this.#byId.get(id);
  }

  /**
   * The content that an address in a text means: by its id, or by its path from the file of the text.
   * @param from the file of the text; without one, paths begin at the root of the book
   */
  find(address: string, from: StoredGitFile | undefined): StoredReusableContent | undefined {
    const id =
      reusableIdOf(address) ?? resolveSourcePath(this.#paths, from?.path ?? 'README.md', address)?.id;
    return id === undefined ? undefined : this.#byId.get(id);
  }
}

/** A chain of reusable contents that cannot be shown: one that ends where it began, or one that is too deep. */
export interface IncludeChain {
  kind: 'cycle' | 'deep';
  titles: string[];
}

/**
 * The first chain of reusable contents that cannot be shown.
 * @param includesOf the addresses that the text of a content includes
 */
export function findBrokenChain(
  contents: readonly StoredReusableContent[],
  includesOf: (documentId: string) => readonly string[],
): IncludeChain | undefined {
  const reusable = new ReusableContents(contents);
  /** How many contents are in one another from a content on, itself included. */
  const depths = new Map<string, number>();
  const visit = (
    content: StoredReusableContent,
    above: readonly StoredReusableContent[],
  ): IncludeChain | undefined => {
    const chain = [...above, content];
    const titles = chain.map(({ title }) => title);
    if (above.some(({ id }) => id === content.id)) return { kind: 'cycle', titles };
    if (chain.length + (depths.get(content.id) ?? 1) - 1 > MAX_INCLUDE_DEPTH) return { kind: 'deep', titles };
    if (depths.has(content.id)) return undefined;
    let depth = 1;
    for (const address of includesOf(content.documentId)) {
      const inner = reusable.find(address, content.git);
      const broken = inner && visit(inner, chain);
      if (broken) return broken;
      if (inner) depth = Math.max(depth, 1 + (depths.get(inner.id) ?? 1));
    }
    depths.set(content.id, depth);
    return undefined;
  };
  for (const content of contents) {
    const broken = visit(content, []);
    if (broken) return broken;
  }
  return undefined;
}

/** For each reusable content, those that it includes, also within one another, and itself. */
export function reachedContents(
  reusable: ReusableContents,
  addresses: readonly string[],
  from: StoredGitFile | undefined,
  includesOf: (documentId: string) => readonly string[],
): Map<string, StoredReusableContent> {
  const reached = new Map<string, StoredReusableContent>();
  const visit = (some: readonly string[], file: StoredGitFile | undefined): void => {
    for (const address of some) {
      const content = reusable.find(address, file);
      if (!content || reached.has(content.id)) continue;
      reached.set(content.id, content);
      visit(includesOf(content.documentId), content.git);
    }
  };
  visit(addresses, from);
  return reached;
}

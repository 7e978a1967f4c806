import { ContentModel } from './content-model.ts';

export interface ModelComment {
  id: string;
  isResolved: boolean;
  replies: string[];
}

/** Page titles by id. */
export type ModelPages = ReadonlyMap<string, string>;

export interface ModelChangeRequest {
  id: string;
  number: number;
  status: 'draft' | 'open' | 'archived' | 'merged';
  pages: ModelPages;
  /** The space's pages when the two were last in sync. */
  base: ModelPages;
  baseVersion: number;
  comments: ModelComment[];
}

export interface ModelSpace {
  kind: 'space';
  id: string;
  title: string;
  isDeleted: boolean;
  /** How often the content has changed. */
  version: number;
  pages: ModelPages;
  changeRequests: ModelChangeRequest[];
  comments: ModelComment[];
}

export interface ModelSite {
  id: string;
  title: string;
  sections: { id: string; title: string; spaceId: string }[];
}

/** One organization in memory: the expected server state. */
export class Model {
  title = 'Test Press';
  readonly content = new ContentModel();
  readonly collections: { kind: 'collection'; id: string; title: string }[] = [];
  readonly spaces: ModelSpace[] = [];
  readonly sites: ModelSite[] = [];
  #named = 0;

  /** Spaces that are not deleted. */
  get presentSpaces(): ModelSpace[] {
    return this.spaces.filter(({ isDeleted }) => !isDeleted);
  }

  /** Everything with comments: spaces and their change requests. */
  get discussions(): { space: ModelSpace; changeRequest?: ModelChangeRequest; comments: ModelComment[] }[] {
    return this.presentSpaces.flatMap((space) => [
      { space, comments: space.comments },
      ...space.changeRequests.map((changeRequest) => ({
        space,
        changeRequest,
        comments: changeRequest.comments,
      })),
    ]);
  }

  /** A unique title. */
  newTitle(noun: string): string {
    this.#named += 1;
    return `${noun} ${this.#named}`;
  }
}

/** Whether a change request is based on an earlier version of its space. */
export function isOutdated(space: ModelSpace, changeRequest: ModelChangeRequest): boolean {
  return changeRequest.baseVersion !== space.version;
}

/** The number of unresolved comments. */
export function countOpen(comments: readonly ModelComment[]): number {
  return comments.filter(({ isResolved }) => !isResolved).length;
}

/** The merged pages of space and change request; undefined if both changed the same page differently. */
export function mergePages({ pages: ours }: ModelSpace, request: ModelChangeRequest): ModelPages | undefined {
  const { base, pages: theirs } = request;
  const merged = new Map<string, string>();
  for (const id of new Set([...ours.keys(), ...theirs.keys()])) {
    const [was, our, their] = [base.get(id), ours.get(id), theirs.get(id)];
    if (our !== their && our !== was && their !== was) return undefined;
    const title = our === was ? their : our;
    if (title !== undefined) merged.set(id, title);
  }
  return merged;
}

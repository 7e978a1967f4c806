import {
  getRevisionPage,
  listChangeRequestFiles,
  listChangeRequestReusableContents,
} from '#api/generated/sdk.gen.ts';
import type { Page } from '#api/generated/types.gen.ts';
import { fetchAllPages } from '#src/api/paging.ts';
import { fileOfPage, linkPlaces, showPaths, type TextPlace } from '#src/domain/document/link-paths.ts';
import { includeAddress } from '#src/domain/reusable-contents/include-address.ts';
import { createStore, type Store } from '#src/lib/store.ts';
import type { EditedPage } from '../session/session-server.ts';
import { headingsOf } from '../text/headings.ts';
import {
  type AddressCheck,
  checkAddress,
  findPictures,
  findReusable,
  findTargets,
  type IncludableContent,
  type LinkableFile,
  type LinkableHeading,
  type LinkablePage,
  type LinkTarget,
  pageTitled,
  targetOf,
} from './link-targets.ts';

/**
 * The possible targets of links in a text. Files and other pages' headings are fetched when they are first
 * needed.
 */
export interface LinkSource {
  /** Changes when more is known. */
  version: Store<number>;
  /** The targets that are known by now; `more` resolves once those that were missing are known, too. */
  find(query: string): FoundTargets;
  /** The same, of pictures. */
  findPictures(query: string): FoundTargets;
  /** The same, of reusable contents. */
  findReusable(query: string): FoundTargets;
  /** A file that the next save adds. */
  addFile(file: LinkableFile): void;
  /** Releases the pictures that were added, once nothing shows them any more. */
  releaseFiles(): void;
  /** The problem of an address; undefined if there is none, or if it isn't known yet. */
  problemOf(address: string, isPicture: boolean): string | undefined;
  /** How the addresses of the text are shown; undefined where they are shown as they are stored. */
  place(): TextPlace | undefined;
  /** A text that is stored, with paths for ids. */
  show(stored: string): string;
  /** The address of a page or file as the text shows it. */
  addressOf(stored: string): string;
  /** The title of the page or the name of the file that an address leads to, and where a picture is; as far as known. */
  targetOf(address: string): { title: string; url?: string | undefined } | undefined;
  /** Fetches the files, where they are not known. */
  findFiles(): void;
  /** Failed requests are repeated when their data is next needed. */
  retryFailed(): void;
  /** Resolves once nothing is being fetched; false if something could not be. */
  settled(): Promise<boolean>;
  /** The pages or the text changed. */
  update(changed: LinkChanges): void;
}

interface LinkChanges {
  pages?: readonly Page[];
  revision?: string;
  text?: string;
  /** Whether texts are shown with paths for ids, as they are where the server is ours. */
  showsPaths?: boolean;
}

interface FoundTargets {
  targets: LinkTarget[];
  more: Promise<void> | undefined;
}

const strict = { throwOnError: true } as const;

// oxlint-disable-next-line max-lines-per-function -- one cache: its methods share the fetched, the failed and the pending parts
export function createLinkSource(
  { spaceId, changeRequestId, pageId, isReusable, file: includeFile }: EditedPage,
  initial: { pages: readonly Page[]; revision: string; text: string; showsPaths: boolean },
): LinkSource {
  const version = createStore(0);
  let { pages: tree, revision, text, showsPaths } = initial;
  let pages = linkablePages(tree);
  /** The headings of the text; found when something asks, as most pauses in typing need none. */
  let ownHeadings: readonly LinkableHeading[] | undefined;
  let files: readonly LinkableFile[] | undefined;
  let areFilesOld = false;
  /** Made of pages and files when something asks. */
  let place: TextPlace | undefined;
  const added: LinkableFile[] = [];
  let reusable: readonly IncludableContent[] | undefined;
  let isReusableOld = false;
  const headings = new Map<string, readonly LinkableHeading[]>();
  const fetching = new Map<string, Promise<void>>();
  /** Failed requests: nothing waits for them. */
  const failed = new Set<string>();

  const changed = () => version.set((number) => number + 1);
  /** Fetches once for a revision. */
  const fetchOnce = (name: string, fetch: () => Promise<void>): Promise<void> => {
    const pendingFetch = fetching.get(name);
    if (pendingFetch) return pendingFetch;
    const started = fetch()
      .catch(() => void failed.add(name))
      .then(changed);
    fetching.set(name, started);
    return started;
  };
  const fetchFiles = () =>
    fetchOnce('files', async () => {
      const path = { spaceId, changeRequestId };
      const fetched = await fetchAllPages(
        async (query) => (await listChangeRequestFiles({ path, query, ...strict })).data,
      );
      place = undefined;
      files = [...fetched, ...added.filter(({ id }) => !fetched.some((file) => file.id === id))];
      areFilesOld = false;
    });
  const fetchReusable = () =>
    fetchOnce('reusable', async () => {
      const path = { spaceId, changeRequestId };
      const fetched = await fetchAllPages(
        async (query) => (await listChangeRequestReusableContents({ path, query, ...strict })).data,
      );
      const own = isReusable ? includeFile : pages.find(({ id }) => id === pageId)?.file;
      // None can be in itself.
      reusable = fetched
        .filter(({ id }) => id !== pageId)
        .map((content) => ({
          id: content.id,
          title: content.title,
          file: content.git?.path,
          address: includeAddress(content, own),
        }));
      isReusableOld = false;
    });
  const fetchHeadings = (id: string) =>
    fetchOnce(nameOf(id), async () => {
      const { data } = await getRevisionPage({
        path: { spaceId, revisionId: revision, pageId: id },
        query: { format: 'markdown', metadata: false },
        ...strict,
      });
      headings.set(id, headingsOf(data.markdown ?? ''));
    });
  const findPlace = () => (place ??= placeOf());
  const placeOf = (): TextPlace => {
    const places = linkPlaces(spaceId, [tree], files ?? added);
    if (isReusable) {
      const isWritten = includeFile !== undefined;
      // The file that an export writes is in the same folder.
      return { from: includeFile ?? `.gitbook/includes/${pageId}.md`, places: { ...places, isWritten } };
    }
    const page = pages.find(({ id }) => id === pageId);
    return {
      from: page?.file ?? fileOfPage(page ?? {}),
      places: { ...places, isWritten: page?.file !== undefined },
    };
  };
  const show = (stored: string) => {
    if (!showsPaths) return stored;
    const { from, places } = findPlace();
    return showPaths(stored, from, places);
  };
  const context = () => ({
    pageId,
    pages,
    files,
    place: findPlace(),
    showsPaths,
    // Failed requests are not waited for.
    areFilesOld: areFilesOld && !failed.has('files'),
    headingsOf: (id: string) => (id === pageId ? (ownHeadings ??= headingsOf(text)) : headings.get(id)),
  });
  const fetchFor = (needs: (AddressCheck & { kind: 'unknown' })['needs']) =>
    needs === 'files' ? fetchFiles() : fetchHeadings(needs.headingsOf);

  return {
    version,
    find(query) {
      const [title = '', heading] = query.split('#');
      const page = heading === undefined || title === '' ? undefined : pageTitled(context(), title);
      const isMissing = page
        ? !context().headingsOf(page.id) && !failed.has(nameOf(page.id))
        : files === undefined && !failed.has('files');
      const more = isMissing ? (page ? fetchHeadings(page.id) : fetchFiles()) : undefined;
      return { targets: findTargets(context(), query), more };
    },
    findPictures(query) {
      const isMissing = (files === undefined || areFilesOld) && !failed.has('files');
      return { targets: findPictures(context(), query), more: isMissing ? fetchFiles() : undefined };
    },
    findReusable(query) {
      const isMissing = (reusable === undefined || isReusableOld) && !failed.has('reusable');
      return { targets: findReusable(reusable ?? [], query), more: isMissing ? fetchReusable() : undefined };
    },
    addFile(file) {
      added.push(file);
      if (files) files = [...files, file];
      place = undefined;
      changed();
    },
    releaseFiles() {
      for (const { downloadURL = '' } of added)
        if (downloadURL.startsWith('blob:')) URL.revokeObjectURL(downloadURL);
    },
    problemOf(address, isPicture) {
      const check = checkAddress(context(), address, isPicture);
      if (check.kind === 'unknown') void fetchFor(check.needs);
      return check.kind === 'broken' ? check.problem : undefined;
    },
    place: () => (showsPaths ? findPlace() : undefined),
    show,
    addressOf: (stored) => show(`[](${stored})`).slice('[]('.length, -1),
    targetOf: (address) => targetOf(context(), address),
    findFiles() {
      if (files === undefined) void fetchFiles();
    },
    retryFailed() {
      for (const name of failed) fetching.delete(name);
      failed.clear();
    },
    async settled() {
      await Promise.all(fetching.values());
      return failed.size === 0;
    },
    update(next) {
      if (next.revision !== undefined && next.revision !== revision) {
        ({ revision } = next);
        // Data that others changed is fetched again when it is next needed; until then the old one counts.
        fetching.clear();
        failed.clear();
        areFilesOld = files !== undefined;
        isReusableOld = reusable !== undefined;
      }
      if (next.pages && next.pages !== tree) {
        tree = next.pages;
        pages = linkablePages(tree);
        place = undefined;
      }
      showsPaths = next.showsPaths ?? showsPaths;
      if (next.text !== undefined && next.text !== text) {
        ({ text } = next);
        ownHeadings = undefined;
      }
      changed();
    },
  };
}

const nameOf = (pageId: string): string => `headings ${pageId}`;

/** Pages with text, with those below them. */
const linkablePages = (tree: readonly Page[]): LinkablePage[] =>
  tree.flatMap(({ id, title, path = '', type, git, pages = [] }) => [
    ...(type === 'document' ? [{ id, title, path, file: git?.path }] : []),
    ...linkablePages(pages),
  ]);

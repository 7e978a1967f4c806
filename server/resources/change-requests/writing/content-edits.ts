import type { ContentEdit } from '#api/generated/types.gen.ts';
import { slugOf } from '#api/slug.ts';
import { badValue } from '#server/base/errors.ts';
import { newId } from '#server/base/ids.ts';
import {
  findPage,
  findPosition,
  PageIds,
  type PagePosition,
  withPaths,
} from '#server/content/pages/page-tree.ts';
import {
  documentIdOf,
  type StoredContent,
  type StoredFileRef,
  type StoredPage,
} from '#server/content/pages/storage.ts';
import { isEmoji } from '../../spaces/spaces.rules.ts';
import { applyFields, insertPage as insert, replacePage as replace, revertPage } from './page-edits.ts';
import { deleteReusable, insertReusable, updateReusable, updateVariables } from './reusable-edits.ts';

/** An edit with its text as Markdown, and its files as uploads. */
export type PreparedEdit = Omit<ContentEdit, 'operation' | 'document' | 'ref' | 'files'> & {
  operation: Exclude<ContentEdit['operation'], 'insert_files'>;
  document?: { markdown: string };
  /** The identifier of a new reusable content that texts of the same call include. */
  insertedId?: string;
  /** Where the request has it, if not at its own place: `body.changes[2]`. */
  path?: string;
};

/** Content after edits. */
export interface EditedContent {
  content: StoredContent;
  /** Texts to store. */
  texts: string[];
  /** Ids of inserted pages, in the order of the edits. */
  pages: string[];
  /** Ids of inserted files, in the order of the edits. */
  files: string[];
  /** Ids of inserted reusable contents, in the order of the edits. */
  reusableContents: string[];
}

interface EditState extends EditedContent {
  now: string;
  /** Finished uploads that no edit has used. */
  uploads: ReadonlyMap<string, StoredFileRef>;
  /** The files of the space, where the edits resolve conflicts with it. */
  spaceFiles: readonly StoredFileRef[] | undefined;
  /** Revisions that pages are reverted to, by id. */
  revisions?: ReadonlyMap<string, Pick<StoredContent, 'pages'>> | undefined;
  /** That of them for edits that name none. */
  revertTo?: string | undefined;
  /** Ids of inserted pages by the ids that the caller chose for them. */
  temporaryIds: ReadonlyMap<string, string>;
  /** Where a page got its slug: `body.changes[2].slug`, by page id. */
  slugPaths: ReadonlyMap<string, string>;
}

/** Applies edits in order. Throws 400 with the path of the first invalid one: `body.changes[2].page`. */
export function applyContentEdits(
  content: StoredContent,
  edits: readonly PreparedEdit[],
  { now, ...given }: Pick<EditState, 'uploads' | 'spaceFiles' | 'revisions' | 'revertTo'> & { now: Date },
): EditedContent {
  const start: EditState = {
    content,
    texts: [],
    pages: [],
    files: [],
    reusableContents: [],
    ...given,
    now: now.toISOString(),
    temporaryIds: new Map(),
    slugPaths: new Map(),
  };
  const end = edits.reduce((state, edit, index) => {
    const { path = `body.changes[${index}]` } = edit;
    checkValues(state, edit, path);
    const { page, into } = edit;
    const resolved: PreparedEdit = {
      ...edit,
      ...(page !== undefined && { page: state.temporaryIds.get(page) ?? page }),
      ...(typeof into === 'string' && { into: state.temporaryIds.get(into) ?? into }),
    };
    return EDITS[edit.operation](state, resolved, path);
  }, start);
  const { texts, files, reusableContents, slugPaths } = end;
  const existingIds = new PageIds(content.pages);
  requireUniqueSlugs(end.content.pages, existingIds, slugPaths);
  const pages = withPaths(end.content.pages, {
    has: (id) => slugPaths.has(id) || existingIds.has(id),
  });
  return { content: { ...end.content, pages }, texts, pages: end.pages, files, reusableContents };
}

const EDITS: Record<
  PreparedEdit['operation'],
  (state: EditState, edit: PreparedEdit, path: string) => EditState
> = {
  insert_reusable_content: insertReusable,
  update_reusable_content: updateReusable,
  delete_reusable_content: deleteReusable,
  update_variables: updateVariables,

  insert_page(state, edit, path) {
    const { title, type = 'document', into = null, at, document, href, temporaryId } = edit;
    const { pages } = state.content;
    if (edit.page !== undefined) throw badValue(`${path}.page`, 'must be omitted for a new page');
    if (title === undefined) throw badValue(`${path}.title`, 'is required for a new page');
    if (type === 'link' && href === undefined) throw badValue(`${path}.href`, 'is required for a link');
    if (type === 'computed' && !edit.computed)
      throw badValue(`${path}.computed`, 'is required for a computed page');
    requireParent(pages, into, path);
    requireFieldsOfType(type, edit, path);
    const markdown = type === 'document' ? (document?.markdown ?? '') : document?.markdown;
    const page: StoredPage = {
      id: newId(),
      type,
      title,
      slug: slugOf(title),
      path: '',
      ...(markdown !== undefined && { documentId: documentIdOf(markdown) }),
      createdAt: state.now,
      updatedAt: state.now,
      pages: [],
    };
    return {
      ...withPages(state, insert(pages, into, applyFields(page, edit), at)),
      texts: markdown === undefined ? state.texts : [...state.texts, markdown],
      pages: [...state.pages, page.id],
      slugPaths: addSlugPath(state, page.id, edit, path),
      temporaryIds:
        temporaryId === undefined
          ? state.temporaryIds
          : new Map([...state.temporaryIds, [temporaryId, page.id]]),
    };
  },

  update_page(state, edit, path) {
    const { pages } = state.content;
    const editedPage = requirePage(pages, edit, path);
    const { type, id } = editedPage.page;
    if (edit.type !== undefined && edit.type !== type)
      throw badValue(`${path}.type`, `cannot be changed; the page has the type ${type}`);
    requireFieldsOfType(type, edit, path);
    const text = edit.document?.markdown;
    const page = {
      ...applyFields(editedPage.page, edit),
      ...(text !== undefined && { documentId: documentIdOf(text) }),
      updatedAt: state.now,
    };
    return {
      ...withPages(state, moveTo(pages, editedPage, page, edit, path)),
      texts: text === undefined ? state.texts : [...state.texts, text],
      slugPaths: addSlugPath(state, id, edit, path),
    };
  },

  delete_page(state, edit, path) {
    const { page } = requirePage(state.content.pages, edit, path);
    return withPages(
      state,
      replace(state.content.pages, page.id, () => []),
    );
  },

  revert_page(state, edit, path) {
    const { revisions, revertTo } = state;
    const { page: id, revision = revertTo } = edit;
    if (id === undefined) throw badValue(`${path}.page`, 'is required');
    if (revision === undefined) throw badValue(`${path}.revision`, 'is required');
    const past = revisions?.get(revision);
    if (!past) throw badValue(`${path}.revision`, 'is not a revision of this space');
    const pages = revertPage(state.content.pages, past.pages, id);
    if (!pages) throw badValue(`${path}.page`, 'is neither a page of this content nor of that revision');
    return withPages(state, pages);
  },

  insert_file(state, edit, path) {
    if (edit.file !== undefined) throw badValue(`${path}.file`, 'must be omitted for a new file');
    if (edit.upload === undefined) throw badValue(`${path}.upload`, 'is required for a new file');
    const { upload, uploads } = takeUpload(state, edit.upload, path);
    const file = { ...upload, name: edit.name ?? upload.name };
    const files = [...state.content.files, file];
    return {
      ...state,
      content: { ...state.content, files },
      files: [...state.files, file.id],
      uploads,
    };
  },

  update_file(state, edit, path) {
    const editedFile = requireFile(state.content.files, edit, path);
    const { upload, uploads } =
      edit.upload === undefined
        ? { upload: undefined, uploads: state.uploads }
        : takeUpload(state, edit.upload, path);
    const { spaceFiles } = state;
    if (edit.useSpaceVersion === true && !spaceFiles)
      throw badValue(`${path}.useSpaceVersion`, 'is only for edits that resolve conflicts');
    const start =
      edit.useSpaceVersion === true ? spaceFiles?.find(({ id }) => id === editedFile.id) : editedFile;
    const file = start && {
      ...start,
      ...(upload && { ...upload, id: editedFile.id, name: start.name, data: upload.id }),
      ...(edit.name !== undefined && { name: edit.name }),
    };
    const files = state.content.files.flatMap((other) => (other.id === editedFile.id ? (file ?? []) : other));
    return { ...state, content: { ...state.content, files }, uploads };
  },

  delete_file(state, edit, path) {
    const { id } = requireFile(state.content.files, edit, path);
    const files = state.content.files.filter((file) => file.id !== id);
    return { ...state, content: { ...state.content, files } };
  },
};

function requireFile(files: readonly StoredFileRef[], { file }: PreparedEdit, path: string): StoredFileRef {
  if (file === undefined) throw badValue(`${path}.file`, 'is required');
  const match = files.find(({ id }) => id === file);
  if (!match) throw badValue(`${path}.file`, 'is not a file of this content');
  return match;
}

/** An upload, which no later edit can use. */
function takeUpload({ uploads }: EditState, id: string, path: string) {
  const upload = uploads.get(id);
  if (!upload) throw badValue(`${path}.upload`, 'is not a finished upload of yours, or is used already');
  return { upload, uploads: new Map([...uploads].filter(([other]) => other !== id)) };
}

/** No name leads out of a folder, for every program that saves the file. */
export function isFileName(name: string): boolean {
  return !/[/\\\p{Cc}]/u.test(name) && name !== '.' && name !== '..';
}

function withPages(state: EditState, pages: StoredPage[]): EditState {
  return { ...state, content: { ...state.content, pages } };
}

function addSlugPath(
  { slugPaths }: EditState,
  pageId: string,
  { slug }: PreparedEdit,
  path: string,
): ReadonlyMap<string, string> {
  return slug === undefined ? slugPaths : new Map([...slugPaths, [pageId, `${path}.slug`]]);
}

/** Schemes of links that visitors can follow. */
const LINK_SCHEMES = ['http:', 'https:', 'mailto:', 'tel:'];
/** What expressions can name without quotes. */
const VARIABLE_NAME = /^[A-Za-z_$][\w$]{0,99}$/;
const SCHEME = /^[a-z][a-z\d+.-]*:/i;

/** The rules for the values of an edit that the contract does not state. */
function checkValues({ content, temporaryIds }: EditState, edit: PreparedEdit, path: string): void {
  const { emoji, slug, href, cover, temporaryId, operation, name, vars } = edit;
  if (emoji !== undefined && emoji !== '' && !isEmoji(emoji)) {
    throw badValue(`${path}.emoji`, 'must be a single emoji or empty');
  }
  if (name !== undefined && !isFileName(name)) {
    throw badValue(`${path}.name`, 'must not contain slashes or control characters');
  }
  if (slug !== undefined && slugOf(slug) !== slug) {
    throw badValue(
      `${path}.slug`,
      `must consist of lower-case letters and digits joined by hyphens, such as ${slugOf(slug)}`,
    );
  }
  if (href !== undefined && (href.trim() !== href || /\p{Cc}/u.test(href))) {
    throw badValue(`${path}.href`, 'must have no blanks at its ends, no tabs and no line breaks');
  }
  const scheme = SCHEME.exec(href ?? '')?.[0].toLowerCase();
  if (scheme !== undefined && !LINK_SCHEMES.includes(scheme)) {
    throw badValue(`${path}.href`, 'must be a path or begin with https:, http:, mailto: or tel:');
  }
  for (const key of Object.keys(vars ?? {})) {
    if (!VARIABLE_NAME.test(key)) {
      throw badValue(
        `${path}.vars`,
        `must have names of letters, digits and _, at most 100 characters: ${key}`,
      );
    }
  }
  if (cover && !content.files.some(({ id }) => id === cover.ref.file)) {
    throw badValue(`${path}.cover.ref.file`, 'is not a file of this content');
  }
  if (temporaryId === undefined) return;
  if (operation !== 'insert_page')
    throw badValue(`${path}.temporaryId`, 'is only for new pages and reusable contents');
  if (temporaryIds.has(temporaryId) || findPage(content.pages, temporaryId)) {
    throw badValue(`${path}.temporaryId`, 'is the identifier of another page');
  }
}

/** Texts are for documents and computed pages, targets for links, specifications for computed pages. */
function requireFieldsOfType(
  type: StoredPage['type'],
  { document, href, computed }: PreparedEdit,
  path: string,
): void {
  if (computed !== undefined && type !== 'computed') {
    throw badValue(`${path}.computed`, `is not allowed for a page of type ${type}`);
  }
  if (document !== undefined && (type === 'group' || type === 'link')) {
    throw badValue(`${path}.document`, `is not allowed for a page of type ${type}`);
  }
  if (href !== undefined && type !== 'link') {
    throw badValue(`${path}.href`, `is not allowed for a page of type ${type}`);
  }
}

/** A chosen slug gives way to nothing; one that was made of a title does. */
function requireUniqueSlugs(
  pages: readonly StoredPage[],
  existingIds: PageIds,
  slugPaths: ReadonlyMap<string, string>,
): void {
  if (slugPaths.size === 0) return;
  const owners = new Map<string, StoredPage>();
  for (const page of pages) {
    requireUniqueSlugs(page.pages, existingIds, slugPaths);
    if (!existingIds.has(page.id) && !slugPaths.has(page.id)) continue;
    const owner = owners.get(page.slug);
    owners.set(page.slug, page);
    const path = slugPaths.get(page.id) ?? (owner && slugPaths.get(owner.id));
    if (!owner || path === undefined) continue;
    const otherPage = slugPaths.has(page.id) ? owner : page;
    throw badValue(path, `is already used by “${otherPage.title}” on the same level`);
  }
}

function requirePage(pages: readonly StoredPage[], { page }: PreparedEdit, path: string): PagePosition {
  if (page === undefined) throw badValue(`${path}.page`, 'is required');
  const position = findPosition(pages, page);
  if (!position) throw badValue(`${path}.page`, 'is not a page of this content');
  return position;
}

function requireParent(pages: readonly StoredPage[], into: string | null, path: string): void {
  if (into === null) return;
  const parent = findPage(pages, into);
  if (!parent) throw badValue(`${path}.into`, 'is not a page of this content');
  if (parent.type === 'link') throw badValue(`${path}.into`, 'is a link, which has no subpages');
}

/** Replaces the page, and moves it where the edit says so. */
function moveTo(
  pages: readonly StoredPage[],
  found: PagePosition,
  page: StoredPage,
  { into = found.parentId, at }: PreparedEdit,
  path: string,
): StoredPage[] {
  if (into === found.parentId && at === undefined) return replace(pages, page.id, () => [page]);
  requireParent(pages, into, path);
  if (into !== null && findPage([page], into)) {
    throw badValue(`${path}.into`, 'is the page itself or one of its subpages');
  }
  return insert(
    replace(pages, page.id, () => []),
    into,
    page,
    at,
  );
}

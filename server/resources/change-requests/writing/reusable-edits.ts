import { badValue } from '#server/base/errors.ts';
import { newId } from '#server/base/ids.ts';
import { findPage } from '#server/content/pages/page-tree.ts';
import { ReusableContents, reusableAddress, reusableIdOf } from '#server/content/pages/reusable-contents.ts';
import {
  documentIdOf,
  type StoredContent,
  type StoredReusableContent,
} from '#server/content/pages/storage.ts';
import { sourceContext, withIdAddresses } from '#server/content/source/content-paths.ts';
import { replaceIncludes } from '#server/content/visitor-text/include-tags.ts';

interface State {
  content: StoredContent;
  texts: string[];
  /** Ids of inserted reusable contents. */
  reusableContents: string[];
}

interface Edit {
  reusableContent?: string;
  insertedId?: string;
  textOf?: string;
  title?: string;
  document?: { markdown: string };
  vars?: Record<string, string>;
}

/** More reusable contents are looked through for every page. */
const MAX_REUSABLE_CONTENTS = 2000;

/** Adds a reusable content. */
export function insertReusable<Edited extends State>(state: Edited, edit: Edit, path: string): Edited {
  const { title, document } = edit;
  if (edit.reusableContent !== undefined)
    throw badValue(`${path}.reusableContent`, 'must be omitted for a new reusable content');
  if (title === undefined) throw badValue(`${path}.title`, 'is required for a new reusable content');
  const { reusableContents } = state.content;
  if (reusableContents.length >= MAX_REUSABLE_CONTENTS)
    throw badValue(path, `is not possible: there are ${MAX_REUSABLE_CONTENTS} reusable contents already`);
  const markdown = textOfPage(state.content, edit, path) ?? document?.markdown ?? '';
  const added = { id: edit.insertedId ?? newId(), title, documentId: documentIdOf(markdown) };
  return {
    ...withReusable(state, [...reusableContents, added]),
    texts: [...state.texts, markdown],
    reusableContents: [...state.reusableContents, added.id],
  };
}

/** A text that was taken from a page, with ids in place of the paths that begin at the file of the page. */
function textOfPage(content: StoredContent, { textOf, document }: Edit, path: string): string | undefined {
  if (textOf === undefined) return undefined;
  const page = findPage(content.pages, textOf);
  if (!page) throw badValue(`${path}.textOf`, 'is not a page of this content');
  const reusable = new ReusableContents(content.reusableContents);
  const markdown = withIdAddresses(document?.markdown ?? '', sourceContext(content, page));
  return replaceIncludes(markdown, (address) => {
    const id = reusableIdOf(address) === undefined ? reusable.find(address, page.git)?.id : undefined;
    return id === undefined ? undefined : reusableAddress(id);
  });
}

/** Changes the title or the text of a reusable content. */
export function updateReusable<Edited extends State>(state: Edited, edit: Edit, path: string): Edited {
  const { id } = requireReusable(state, edit, path);
  const { title, document } = edit;
  const items = state.content.reusableContents.map((item) =>
    item.id === id
      ? {
          ...item,
          ...(title !== undefined && { title }),
          ...(document && { documentId: documentIdOf(document.markdown) }),
        }
      : item,
  );
  return {
    ...withReusable(state, items),
    texts: document ? [...state.texts, document.markdown] : state.texts,
  };
}

/** Deletes a reusable content; texts that include it keep their tags. */
export function deleteReusable<Edited extends State>(state: Edited, edit: Edit, path: string): Edited {
  const { id } = requireReusable(state, edit, path);
  return withReusable(
    state,
    state.content.reusableContents.filter((item) => item.id !== id),
  );
}

/** Sets the values that expressions in all texts may name. */
export function updateVariables<Edited extends State>(state: Edited, { vars }: Edit, path: string): Edited {
  if (!vars) throw badValue(`${path}.vars`, 'is required');
  const { vars: _vars, ...book } = state.content.book ?? {};
  const changed = Object.keys(vars).length === 0 ? book : { ...book, vars };
  const { book: _book, ...content } = state.content;
  return { ...state, content: Object.keys(changed).length === 0 ? content : { ...content, book: changed } };
}

function requireReusable({ content }: State, { reusableContent }: Edit, path: string): StoredReusableContent {
  if (reusableContent === undefined) throw badValue(`${path}.reusableContent`, 'is required');
  const item = content.reusableContents.find(({ id }) => id === reusableContent);
  if (!item) throw badValue(`${path}.reusableContent`, 'is not a reusable content of this content');
  return item;
}

function withReusable<Edited extends State>(
  state: Edited,
  reusableContents: StoredReusableContent[],
): Edited {
  return { ...state, content: { ...state.content, reusableContents } };
}

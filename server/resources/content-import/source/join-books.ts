import { slugOf } from '#api/slug.ts';
import { newId } from '#server/base/ids.ts';
import type { StoredContent, StoredPage } from '#server/content/pages/storage.ts';
import type { BookContent } from '../prepared-import.ts';

/** Several books as one: each is a group. Paths begin with the folders of the books, so that none meets another. */
export function joinBooks(books: readonly BookContent[], now: string): BookContent {
  const groups = books.map(({ title, root, content }) => {
    const pages = content.pages.map((page) => movePage(page, root));
    const group: StoredPage = {
      id: newId(),
      type: 'group',
      title,
      slug: slugOf(title),
      path: '',
      createdAt: now,
      updatedAt: now,
      pages,
    };
    return group;
  });
  const content: StoredContent = {
    pages: groups,
    files: books.flatMap(({ root, content: { files } }) => files.map((file) => moveFile(file, root))),
    reusableContents: books.flatMap(({ root, content: { reusableContents } }) =>
      reusableContents.map((reusable) => moveFile(reusable, root)),
    ),
  };
  const redirects = books.flatMap(({ title, root, content: { book } }) =>
    (book?.redirects ?? []).map(({ from, to, ...redirect }) => ({
      ...redirect,
      from: `${slugOf(title)}/${from}`,
      to: root === '' ? to : `${root}/${to}`,
    })),
  );
  if (redirects.length > 0) content.book = { redirects };
  return {
    title: books[0]?.title ?? '',
    root: '',
    content,
    specs: books.flatMap(({ specs }) => specs),
  };
}

function movePage(page: StoredPage, root: string): StoredPage {
  return { ...moveFile(page, root), pages: page.pages.map((child) => movePage(child, root)) };
}

function moveFile<Item extends { git?: { path: string } }>(item: Item, root: string): Item {
  return item.git && root !== '' ? { ...item, git: { path: `${root}/${item.git.path}` } } : item;
}

import { documentIdOf, type StoredBook, type StoredContent } from '../pages/storage.ts';
import { chooseSide } from './merge-page.ts';
import { mergeText } from './merge-text.ts';

interface BookVersions {
  base: Pick<StoredContent, 'book'>;
  space: Pick<StoredContent, 'book'>;
  request: Pick<StoredContent, 'book'>;
}

/**
 * Merges what describes a book: values, tags, redirects and neighbors each by its name, texts by their lines. Where both versions changed the
 * same, that of the change request is taken: nobody edits these in two places, and the pages themselves ask.
 */
export function mergeBook(
  { base, space, request }: BookVersions,
  readText: (documentId: string | undefined) => string,
): { book: StoredBook | undefined; texts: string[] } {
  const side = chooseSide(base.book, space.book, request.book);
  if (side !== 'conflict') return { book: side === 'space' ? space.book : request.book, texts: [] };
  const [previous = {}, ours = {}, theirs = {}] = [base.book, space.book, request.book];
  const texts: string[] = [];
  const merged = mergeByKey(
    indexBy(previous.texts, ({ path }) => path),
    indexBy(ours.texts, ({ path }) => path),
    indexBy(theirs.texts, ({ path }) => path),
  ).map((file) => {
    const [was, our, their] = [previous, ours, theirs].map(
      (book) => book.texts?.find(({ path }) => path === file.path)?.documentId,
    );
    if (chooseSide(was, our, their) !== 'conflict') return file;
    const text = mergeText(readText(was), readText(our), readText(their));
    if (text === undefined) return file;
    texts.push(text);
    return { ...file, documentId: documentIdOf(text) };
  });
  const root = chooseSide(previous.root, ours.root, theirs.root) === 'space' ? ours.root : theirs.root;
  const vars = mergeByKey(
    indexBy(Object.entries(previous.vars ?? {}), ([name]) => name),
    indexBy(Object.entries(ours.vars ?? {}), ([name]) => name),
    indexBy(Object.entries(theirs.vars ?? {}), ([name]) => name),
  );
  const tags = mergeByKey(
    indexBy(previous.tags, ({ tag }) => tag),
    indexBy(ours.tags, ({ tag }) => tag),
    indexBy(theirs.tags, ({ tag }) => tag),
  );
  const redirects = mergeByKey(
    indexBy(previous.redirects, ({ from }) => from),
    indexBy(ours.redirects, ({ from }) => from),
    indexBy(theirs.redirects, ({ from }) => from),
  );
  const neighbors = mergeByKey(
    indexBy(previous.neighbors, ({ path }) => path),
    indexBy(ours.neighbors, ({ path }) => path),
    indexBy(theirs.neighbors, ({ path }) => path),
  );
  return {
    book: {
      ...(root !== undefined && { root }),
      ...(merged.length > 0 && { texts: merged }),
      ...(vars.length > 0 && { vars: Object.fromEntries(vars) }),
      ...(tags.length > 0 && { tags }),
      ...(redirects.length > 0 && { redirects }),
      ...(neighbors.length > 0 && { neighbors }),
    },
    texts,
  };
}

function indexBy<Item>(
  items: readonly Item[] = [],
  keyOf: (item: Item) => string,
): ReadonlyMap<string, Item> {
  return new Map(items.map((item) => [keyOf(item), item]));
}

/** The items by key, in the order of the space, then the new ones of the change request. */
function mergeByKey<Item>(
  base: ReadonlyMap<string, Item>,
  space: ReadonlyMap<string, Item>,
  request: ReadonlyMap<string, Item>,
): Item[] {
  return [...new Set([...space.keys(), ...request.keys()])].flatMap((key) => {
    const side = chooseSide(base.get(key), space.get(key), request.get(key));
    return (side === 'space' ? space : request).get(key) ?? [];
  });
}

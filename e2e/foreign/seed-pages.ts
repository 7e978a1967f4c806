/** Pages of every kind, one of them with every kind of block, inline node and mark of the definition. */
import type { Examples } from './examples.ts';
import { type JsonObject, objectsOf } from './json.ts';

const text = (words: string, marks: unknown[] = []) => ({
  object: 'text',
  leaves: [{ object: 'leaf', text: words, marks }],
});

const paragraph = (...nodes: object[]) => ({ object: 'block', type: 'paragraph', nodes, isVoid: false });

const documentOf = (nodes: object[]): JsonObject => ({
  object: 'document',
  data: { schemaVersion: 1 },
  nodes,
});

/** A document of one paragraph. */
export const documentWith = (words: string): JsonObject => documentOf([paragraph(text(words))]);

/** The text of a comment in a known sentence. */
export const bodyWith = (words: string): JsonObject => ({ document: documentWith(words) });

/** A document that has everything, with a sentence at its beginning. */
export function everyDocument(examples: Examples, sentence: string): JsonObject {
  const marks = examples
    .alternatives('DocumentTextMark')
    .map((mark) => text(`${String(mark.type)} `, [mark]));
  const inlines = examples.alternatives('DocumentInline');
  const withText = (node: JsonObject): JsonObject => ({
    ...node,
    ...(Array.isArray(node.nodes) && node.nodes.length === 0 && { nodes: [text(`In ${String(node.type)}`)] }),
  });
  const blocks = examples.alternatives('DocumentBlocksTopLevels').map((block) => {
    if (['paragraph', 'heading-1', 'heading-2', 'heading-3'].includes(String(block.type)))
      return withText(block);
    if (String(block.type).startsWith('list-'))
      return { ...block, nodes: [listItem(`In ${String(block.type)}`, block.type === 'list-tasks')] };
    if (
      ['blockquote', 'hint', 'expandable'].includes(String(block.type)) &&
      objectsOf(block.nodes).length === 0
    )
      return { ...block, nodes: [paragraph(text(`In ${String(block.type)}`))] };
    return block;
  });
  return documentOf([
    paragraph(text(sentence)),
    paragraph(...marks),
    paragraph(...inlines.map(withText), text(' at the end.')),
    ...blocks,
  ]);
}

const listItem = (words: string, isTask: boolean) => ({
  object: 'block',
  type: 'list-item',
  nodes: [paragraph(text(words))],
  isVoid: false,
  ...(isTask && { data: { checked: true } }),
});

/** The tree: each kind of page at the top, and each kind that a group may hold in a group. */
export function pagesOf(examples: Examples): JsonObject[] {
  const kinds = examples.alternatives('RevisionPage', { title: 'Page' });
  const withPrefix =
    (prefix: string) =>
    (page: JsonObject): JsonObject => ({
      ...page,
      id: `${prefix}${String(page.type)}`,
      title: `${prefix === 'in' ? 'Inner' : 'Outer'} ${String(page.type)}`,
      ...(page.type === 'document' && { documentId: 'document1' }),
      ...(page.slug !== undefined && {
        slug: `${prefix}-${String(page.type)}`,
        path: `${prefix}-${String(page.type)}`,
      }),
      ...(page.type !== 'group' && { emoji: '1f4d8' }),
    });
  const plain = kinds.map((page) => (page.type === 'document' ? withoutComputed(page) : page));
  const inner = plain.filter(({ type }) => type !== 'group').map(withPrefix('in'));
  return plain
    .map(withPrefix('out'))
    .map((page) => (page.type === 'group' ? { ...page, pages: inner } : page))
    .toSorted((a, b) => Number(b.type === 'document') - Number(a.type === 'document'));
}

/** A page whose text people write. */
const withoutComputed = (page: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(page).filter(
      ([name]) => !['computed', 'computedSeed', 'markdown', 'document'].includes(name),
    ),
  );

/** The pages of a change request: one is new, one is deleted. */
export function changedPages(pages: readonly JsonObject[]): JsonObject[] {
  const repeatedPages = pages.map((page) => ({
    ...page,
    // Its text is another one.
    ...(page.id === editedPageId && { documentId: 'document2' }),
    ...(Array.isArray(page.pages) && {
      pages: objectsOf(page.pages).filter(({ id }) => id !== deletedPageId),
    }),
  }));
  const [first] = repeatedPages;
  const added = { ...first, id: addedPageId, title: 'Added page', slug: 'added-page', path: 'added-page' };
  return first ? [...repeatedPages, added] : repeatedPages;
}

export const addedPageId = 'addeddocument';
export const editedPageId = 'outdocument';
export const deletedPageId = 'indocument';

/** A page by id, in a tree. */
export function findPage(pages: readonly JsonObject[], id: string): JsonObject | undefined {
  for (const page of pages) {
    const match = page.id === id ? page : findPage(objectsOf(page.pages), id);
    if (match) return match;
  }
  return undefined;
}

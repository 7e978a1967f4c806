/** Our server's answers in the other shapes that the documented interface allows. */

/** What was parsed from JSON and has members. */
type Fields = Record<string, unknown>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);

/** A text, in leaves, as other servers write it. */
const leaves = (text: unknown, marks: unknown = []) => ({
  object: 'text',
  leaves: [
    {
      object: 'leaf',
      text,
      marks: (Array.isArray(marks) ? marks : []).map((type: unknown) => ({ object: 'mark', type })),
    },
  ],
});

const block = (type: string, nodes: unknown, data: object = {}) => ({ object: 'block', type, data, nodes });

/** How a reference to an address is written. */
function referenceTo(href: unknown) {
  const [, kind, id] = /^\/(pages|files|spaces)\/([^#/]+)/.exec(String(href)) ?? [];
  if (kind === 'pages') return { kind: 'page', page: id };
  return kind === 'files' ? { kind: 'file', file: id } : { kind: 'url', url: href };
}

function toNode(node: Fields): object {
  const nodes = listOf(node.nodes).map(toNode);
  switch (node.type) {
    case 'text':
      return leaves(node.text, node.marks);
    case 'heading':
      return block(`heading-${Math.min(Number(node.level ?? 1), 3)}`, nodes);
    case 'list':
      return block(node.ordered === true ? 'list-ordered' : 'list-unordered', nodes);
    case 'list-item':
      return block('list-item', nodes, { checked: node.checked });
    case 'code':
      return block('code', [block('code-line', [leaves(node.text)])], { syntax: node.language });
    case 'quote':
      return block('blockquote', nodes);
    case 'hint':
      return block('hint', nodes, { style: node.style });
    case 'link':
      return { object: 'inline', type: 'link', data: { ref: referenceTo(node.href) }, nodes };
    case 'image':
      return {
        object: 'inline',
        type: 'inline-image',
        data: { ref: referenceTo(node.src), caption: node.alt },
      };
    case 'table':
      return toTable(node);
    default:
      return block(String(node.type), node.text === undefined ? nodes : [leaves(node.text)]);
  }
}

/** A table keeps its cells beside its records. */
function toTable(table: Fields): object {
  const [head, ...rows] = listOf(table.nodes).map((row) => listOf(row.nodes));
  const wordsOf = (cell: Fields): string =>
    String(cell.text ?? '') + listOf(cell.nodes).map(wordsOf).join('');
  const definition = Object.fromEntries(
    (head ?? []).map((cell, index) => [`c${index}`, { title: wordsOf(cell) }]),
  );
  const records = rows.map((cells, row) => [
    `r${row}`,
    { orderIndex: `a${row}`, values: Object.fromEntries(cells.map((_, at) => [`c${at}`, `f${row}-${at}`])) },
  ]);
  const fragments = rows.flatMap((cells, row) =>
    cells.map((cell, at) => ({
      object: 'fragment',
      fragment: `f${row}-${at}`,
      nodes: [block('paragraph', listOf(cell.nodes).map(toNode))],
    })),
  );
  const data = { view: { type: 'grid' }, definition, records: Object.fromEntries(records) };
  return { object: 'block', type: 'table', isVoid: true, data, fragments };
}

const codePoints = (emoji: string) =>
  Array.from(emoji, (character) => character.codePointAt(0)?.toString(16)).join('-');

const toDocument = (nodes: object[]) => ({ object: 'document', data: { schemaVersion: 1 }, nodes });

/** A review whose words are a comment with a text of its own. */
function toReview({ comment, ...review }: Fields): object {
  const document = toDocument([block('paragraph', [leaves(comment)])]);
  const said = comment === undefined ? {} : { comment: { object: 'comment', body: { document } } };
  return { ...review, ...said, object: 'change-request-review' };
}

/** One language of one space. */
function toTranslation({ title: _title, languages, ...rest }: Fields): object {
  const [language = 'de'] = Array.isArray(languages) ? languages : [];
  return {
    ...rest,
    object: 'translation',
    status: 'completed',
    source: { space: 's', language: 'en' },
    language,
  };
}

/** Pages that nobody writes: our server makes them of imports and specifications, here they go by their titles. */
const kindsByTitle: Readonly<Record<string, string>> = {
  Chapter: 'group',
  Elsewhere: 'link',
  Reference: 'computed',
};

/** Groups, links and computed pages have neither a text nor an address. */
function toPage(page: Fields): object {
  const type = kindsByTitle[String(page.title)] ?? page.type;
  if (!['group', 'link', 'computed'].includes(String(type))) return page;
  const { urls: _urls, document: _document, markdown: _markdown, ...rest } = page;
  return { ...rest, type };
}

/** A thing whose members have been given their other shapes before. */
function toThing(thing: Fields): object {
  if (thing.object === 'review') return toReview(thing);
  if (thing.object === 'translation-settings') return toTranslation(thing);
  // A state of a newer server.
  if (thing.object === 'openapi-spec') return { ...thing, processingState: 'archived' };
  if (thing.object === undefined && 'slug' in thing) return toPage(thing);
  // How many there are in all need not be told.
  if (Array.isArray(thing.items)) {
    const { count: _count, ...list } = thing;
    return list;
  }
  return thing;
}

/** An answer in the other shapes. */
export function toForeign(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toForeign);
  if (!isFields(value)) return value;
  if (value.type === 'document' && Array.isArray(value.nodes))
    return toDocument(listOf(value.nodes).map(toNode));
  const members = Object.entries(value).map(([name, member]) => [
    name,
    name === 'emoji' && typeof member === 'string' ? codePoints(member) : toForeign(member),
  ]);
  return toThing(Object.fromEntries(members));
}

/** A text that ends in a block which nobody has heard of. */
function withUnknownBlock(page: Fields): Fields {
  if (!isFields(page.document)) return page;
  const unknown = block('hologram', [block('paragraph', [leaves('Said by a hologram')])]);
  return { ...page, document: toDocument([...listOf(page.document.nodes), unknown]) };
}

const omit =
  (name: string) =>
  (answer: Fields): Fields =>
    Object.fromEntries(Object.entries(answer).filter(([key]) => key !== name));

const eachItem =
  (change: (item: Fields) => Fields) =>
  (answer: Fields): Fields => ({ ...answer, items: listOf(answer.items).map(change) });

/** What is different about the answers of single operations. */
export const foreignAnswers: Readonly<Record<string, (answer: Fields) => Fields>> = {
  getServerInfo: () => ({ version: '1.2.3', build: 'abcdef' }),
  listContributors: eachItem((user) => ({ user, count: 1, updatedAt: '2026-01-01T00:00:00Z' })),
  inviteMembers: omit('failedSSOEmails'),
  getCustomField: omit('permissions'),
  listCustomFields: eachItem(omit('permissions')),
  listRequestedReviewers: (answer) => ({
    ...answer,
    items: [
      ...listOf(answer.items).map((item) => ({ ...item, kind: 'user' })),
      { kind: 'team', team: { id: 'team', title: 'Editors' }, createdAt: '2026-01-01T00:00:00Z' },
    ],
  }),
  getSiteAdaptiveSchema: ({ jsonSchema, ...rest }) => {
    const { properties, ...schema } = isFields(jsonSchema) ? jsonSchema : {};
    return {
      ...rest,
      jsonSchema: { ...schema, properties: { ...(isFields(properties) && properties), isNull: null } },
    };
  },
  getPublishedSite: ({ structure, ...rest }) => {
    const items = listOf(isFields(structure) ? structure.structure : []);
    return {
      ...rest,
      structure: { type: 'sections', structure: [...items, { object: 'site-hologram', id: 'h' }] },
    };
  },
  getSpacePage: withUnknownBlock,
};

/** Converts our server's responses to other documented shapes. */

/** A JSON object. */
type JsonObject = Record<string, unknown>;

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isJsonObject) : []);

/** A text in the leaf format of other servers. */
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

/** A reference to a URL. */
function referenceTo(href: unknown) {
  const [, kind, id] = /^\/(pages|files|spaces)\/([^#/]+)/.exec(String(href)) ?? [];
  if (kind === 'pages') return { kind: 'page', page: id };
  return kind === 'files' ? { kind: 'file', file: id } : { kind: 'url', url: href };
}

function toNode(node: JsonObject): object {
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

/** A table, with the cells separate from the records. */
function toTable(table: JsonObject): object {
  const [head, ...rows] = listOf(table.nodes).map((row) => listOf(row.nodes));
  const textOf = (cell: JsonObject): string =>
    String(cell.text ?? '') + listOf(cell.nodes).map(textOf).join('');
  const definition = Object.fromEntries(
    (head ?? []).map((cell, index) => [`c${index}`, { title: textOf(cell) }]),
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

/** A review with a nested comment object. */
function toReview({ comment, ...review }: JsonObject): object {
  const document = toDocument([block('paragraph', [leaves(comment)])]);
  const commentField = comment === undefined ? {} : { comment: { object: 'comment', body: { document } } };
  return { ...review, ...commentField, object: 'change-request-review' };
}

/** One language of one space. */
function toTranslation({ title: _title, languages, ...rest }: JsonObject): object {
  const [language = 'de'] = Array.isArray(languages) ? languages : [];
  return {
    ...rest,
    object: 'translation',
    status: 'completed',
    source: { space: 's', language: 'en' },
    language,
  };
}

/** Computed page types, chosen by title in these tests. */
const typesByTitle: Readonly<Record<string, string>> = {
  Chapter: 'group',
  Elsewhere: 'link',
  Reference: 'computed',
};

/** Groups, links and computed pages have neither a text nor a URL. */
function toPage(page: JsonObject): object {
  const type = typesByTitle[String(page.title)] ?? page.type;
  if (!['group', 'link', 'computed'].includes(String(type))) return page;
  const { urls: _urls, document: _document, markdown: _markdown, ...rest } = page;
  return { ...rest, type };
}

/** An item whose members are already converted. */
function toItem(item: JsonObject): object {
  if (item.object === 'review') return toReview(item);
  if (item.object === 'translation-settings') return toTranslation(item);
  // A state of a newer server.
  if (item.object === 'openapi-spec') return { ...item, processingState: 'archived' };
  if (item.object === undefined && 'slug' in item) return toPage(item);
  // The total count is optional.
  if (Array.isArray(item.items)) {
    const { count: _count, ...list } = item;
    return list;
  }
  return item;
}

/** Converts a response to the other shapes. */
export function toThirdParty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toThirdParty);
  if (!isJsonObject(value)) return value;
  if (value.type === 'document' && Array.isArray(value.nodes))
    return toDocument(listOf(value.nodes).map(toNode));
  const members = Object.entries(value).map(([name, member]) => [
    name,
    name === 'emoji' && typeof member === 'string' ? codePoints(member) : toThirdParty(member),
  ]);
  return toItem(Object.fromEntries(members));
}

/** A document that ends with an unknown block. */
function withUnknownBlock(page: JsonObject): JsonObject {
  if (!isJsonObject(page.document)) return page;
  const unknown = block('hologram', [block('paragraph', [leaves('Said by a hologram')])]);
  return { ...page, document: toDocument([...listOf(page.document.nodes), unknown]) };
}

const omit =
  (name: string) =>
  (body: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(body).filter(([key]) => key !== name));

const eachItem =
  (change: (item: JsonObject) => JsonObject) =>
  (body: JsonObject): JsonObject => ({ ...body, items: listOf(body.items).map(change) });

/** How the responses of single operations differ. */
export const thirdPartyResponses: Readonly<Record<string, (body: JsonObject) => JsonObject>> = {
  getServerInfo: () => ({ version: '1.2.3', build: 'abcdef' }),
  listContributors: eachItem((user) => ({ user, count: 1, updatedAt: '2026-01-01T00:00:00Z' })),
  inviteMembers: omit('failedSSOEmails'),
  getCustomField: omit('permissions'),
  listCustomFields: eachItem(omit('permissions')),
  listRequestedReviewers: (body) => ({
    ...body,
    items: [
      ...listOf(body.items).map((item) => ({ ...item, kind: 'user' })),
      { kind: 'team', team: { id: 'team', title: 'Editors' }, createdAt: '2026-01-01T00:00:00Z' },
    ],
  }),
  getSiteAdaptiveSchema: ({ jsonSchema, ...rest }) => {
    const { properties, ...schema } = isJsonObject(jsonSchema) ? jsonSchema : {};
    return {
      ...rest,
      jsonSchema: { ...schema, properties: { ...(isJsonObject(properties) && properties), isNull: null } },
    };
  },
  getPublishedSite: ({ structure, ...rest }) => {
    const items = listOf(isJsonObject(structure) ? structure.structure : []);
    return {
      ...rest,
      structure: { type: 'sections', structure: [...items, { object: 'site-hologram', id: 'h' }] },
    };
  },
  getSpacePage: withUnknownBlock,
};

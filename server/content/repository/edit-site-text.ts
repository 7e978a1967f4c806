import { type Document, isMap, isScalar, isSeq, parseDocument, type YAMLMap, YAMLSeq } from 'yaml';
import { mergeText } from '../merge/merge-text.ts';
import { PARSING } from '../source/site/read-site-text.ts';
import { HIDDEN_CONDITION } from '../source/site/site-text.ts';

/** An item as it is to be in the file. What is undefined stays as it is there. */
export interface WantedSiteItem {
  id: string;
  type: 'section' | 'section-group' | 'space';
  /** Null: the item has none. */
  fields: Partial<Record<'title' | 'path' | 'icon' | 'description' | 'condition', string | null>>;
  isDefault?: boolean;
  /** Of a space that is new in the file: where its files are, as it is written; null where it has none. */
  directory?: string | null;
  children: WantedSiteItem[];
}

export interface SiteTextEdit {
  /** Undefined for a file that is not there. */
  text: string | undefined;
  siteTitle: string;
  items: readonly WantedSiteItem[];
  /** The ids of the items of the text, by their places. */
  ids: ReadonlyMap<string, string>;
}

const WRITING = { lineWidth: 0 };
const STYLES = [{ indentSeq: true }, { indentSeq: false }];

/**
 * The text with the items as they are to be. What is the same keeps its lines, also comments and fields that mean nothing here.
 */
export function editSiteText({ text, siteTitle, items, ids }: SiteTextEdit): string {
  if (text === undefined) {
    const document = parseDocument<YAMLMap, false>('site:\n');
    document.set('site', document.createNode({ title: siteTitle, structure: [] }));
    new SiteTextEditor(document, new Map()).write(items);
    return document.toString(WRITING);
  }
  const source = text.replaceAll('\r\n', '\n');
  const edits = STYLES.map((style) => {
    const options = { ...WRITING, ...style };
    const before = parseDocument(source, PARSING).toString(options);
    const document = parseDocument<YAMLMap, false>(source, PARSING);
    new SiteTextEditor(document, ids).write(items);
    const after = document.toString(options);
    // The library writes a file in its own way: only the lines that differ are taken over.
    return { after, merged: before === after ? source : mergeText(before, after, source) };
  });
  const edited = edits.find(({ merged }) => merged !== undefined)?.merged ?? edits[0]?.after ?? source;
  return text.includes('\r\n') ? edited.replaceAll('\n', '\r\n') : edited;
}

class SiteTextEditor {
  readonly #document: Document<YAMLMap, false>;
  readonly #nodes = new Map<string, YAMLMap>();
  readonly #ids = new Map<unknown, string>();

  constructor(document: Document<YAMLMap, false>, ids: ReadonlyMap<string, string>) {
    this.#document = document;
    const index = (list: unknown, place: string) => {
      if (!isSeq(list)) return;
      for (const [number, node] of list.items.entries()) {
        if (!isMap(node)) continue;
        const own = `${place}${number}`;
        const id = ids.get(own);
        if (id !== undefined) {
          this.#nodes.set(id, node);
          this.#ids.set(node, id);
        }
        index(node.get('children', true), `${own}.`);
      }
    };
    index(document.getIn(['site', 'structure'], true), '');
  }

  write(items: readonly WantedSiteItem[]): void {
    const site: unknown = this.#document.get('site', true);
    if (isMap(site)) this.#list(site, 'structure', items);
  }

  /** Puts items into a list. What the list has beside those that are known here stays behind what is before it. */
  #list(map: YAMLMap, name: string, items: readonly WantedSiteItem[]): void {
    const present: unknown = map.get(name, true);
    const before: unknown[] = isSeq(present) ? present.items : [];
    const foreign = new Map<unknown, unknown[]>();
    let anchor: unknown;
    for (const node of before) {
      if (this.#ids.has(node)) anchor = this.#ids.get(node);
      else foreign.set(anchor, [...(foreign.get(anchor) ?? []), node]);
    }
    const placed = new Set<unknown>([undefined, ...items.map(({ id }) => id)]);
    const strays = [...foreign].flatMap(([id, nodes]) => (placed.has(id) ? [] : nodes));
    const nodes = [
      ...(foreign.get(undefined) ?? []),
      ...items.flatMap((item) => [this.#item(item), ...(foreign.get(item.id) ?? [])]),
      ...strays,
    ];
    if (nodes.length === before.length && nodes.every((node, index) => node === before[index])) return;
    const list = isSeq(present) ? present : new YAMLSeq(this.#document.schema);
    // A list that was written in brackets stays so only while it is empty.
    list.flow = list.flow === true && nodes.length > 0 ? false : (list.flow ?? false);
    list.items = nodes;
    if (isSeq(present)) return;
    // The comments of what was empty stay.
    if (isScalar(present))
      Object.assign(list, { comment: present.comment, commentBefore: present.commentBefore });
    map.set(name, list);
  }

  #item(item: WantedSiteItem): YAMLMap {
    const node = this.#nodes.get(item.id) ?? this.#create(item);
    const { condition, ...fields } = item.fields;
    for (const [name, value] of Object.entries(fields)) setText(node, name, value);
    if (condition !== undefined) setCondition(node, condition);
    if (item.isDefault === true && node.get('default') !== true) node.set('default', true);
    if (item.isDefault === false && node.get('default') === true) node.delete('default');
    if (item.children.length > 0 || node.has('children')) this.#list(node, 'children', item.children);
    return node;
  }

  #create({ id, type, directory }: WantedSiteItem): YAMLMap {
    const content = type === 'space' ? { content: { directory: directory ?? null } } : {};
    const node: unknown = this.#document.createNode({ type, key: id, ...content });
    if (!isMap(node)) throw new Error('The library has made no map.');
    return node;
  }
}

const HIDING = ['hidden', 'draft'];

/** What is hidden has a condition that is never fulfilled: another one shows it. */
function setCondition(node: YAMLMap, condition: string | null): void {
  const isHidden = HIDING.some((name) => node.get(name) === true);
  if (isHidden && condition === HIDDEN_CONDITION) return;
  for (const name of HIDING) if (node.get(name) === true) node.delete(name);
  setText(node, 'condition', condition);
}

/** Sets or deletes a field, unless it has the value already; its quotes and comments stay. */
function setText(node: YAMLMap, name: string, value: string | null | undefined): void {
  if (value === undefined) return;
  const present: unknown = node.get(name, true);
  const current =
    isScalar(present) && present.value !== null ? (present.source ?? String(present.value)) : '';
  if (current === (value ?? '')) return;
  if (value === null) node.delete(name);
  else if (present === undefined) insertField(node, name, value);
  else node.set(name, value);
}

/** A new field stands before what an item contains. */
function insertField(node: YAMLMap, name: string, value: string): void {
  node.set(name, value);
  const added = node.items.pop();
  const index = node.items.findIndex(({ key }) => {
    const text: unknown = isScalar(key) ? key.value : key;
    return text === 'content' || text === 'children' || text === 'default';
  });
  if (added) node.items.splice(index === -1 ? node.items.length : index, 0, added);
}

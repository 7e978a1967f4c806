import { isDeepStrictEqual } from 'node:util';
import { Document, isMap, isScalar, isSeq, type Node, type Pair, parseDocument, Scalar, YAMLMap } from 'yaml';
import type { StoredPageLayout } from '../pages/storage.ts';

/** Longer front matter is part of the text. */
const MAX_FRONT_MATTER = 16_384;

const MAX_DESCRIPTION = 1000;
const MAX_NAME = 100;
const MAX_TAGS = 50;
const MAX_VARS = 100;

/** What the front matter of a page says. Values that a page cannot have are left out. */
export interface FrontMatterFields {
  title?: string;
  description?: string;
  icon?: string;
  emoji?: string;
  /** The picture as written: a path from the folder of the page's file, or an address. */
  cover?: { path: string; yPos: number };
  hidden?: true;
  noIndex?: true;
  noRobotsIndex?: true;
  layout?: StoredPageLayout;
  vars?: Record<string, string>;
  tags?: string[];
  /** The condition of its visibility (`if`). Pages have none here: without one that holds, it must not be shown. */
  condition?: string;
}

const FENCE = /^---[ \t]*\r?\n/;
const CLOSING = /^(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/gm;
const EMPTY_LINES = /(?:[ \t]*\r?\n)*/y;

/** The front matter at the start of a text, with its fences and the empty lines below; empty without one. */
export function frontMatterOf(text: string): string {
  const opening = FENCE.exec(text)?.[0];
  if (opening === undefined) return '';
  CLOSING.lastIndex = opening.length;
  const closing = CLOSING.exec(text.slice(0, MAX_FRONT_MATTER));
  if (!closing) return '';
  const inner = text.slice(opening.length, closing.index);
  const root = parseYaml(inner);
  if (root === undefined ? inner.trim() !== '' && !/^[\w-]+[ \t]*:/.test(inner) : false) return '';
  EMPTY_LINES.lastIndex = closing.index + closing[0].length;
  const end = EMPTY_LINES.exec(text) ? EMPTY_LINES.lastIndex : closing.index + closing[0].length;
  return end > MAX_FRONT_MATTER ? text.slice(0, closing.index + closing[0].length) : text.slice(0, end);
}

/** The fields of front matter with its fences. */
export function readFrontMatter(frontMatter: string): FrontMatterFields {
  const root = parseYaml(splitFences(frontMatter).inner);
  if (!root) return {};
  const fields = { ...readTexts(root), ...readFlags(root) };
  const cover = textAt(root, 'cover');
  const yPos = Number(textAt(root, 'coverY') ?? 0);
  const layout = readLayout(root);
  const vars = readVars(root);
  const tags = readTags(root);
  return {
    ...fields,
    ...(cover !== undefined &&
      cover !== '' && { cover: { path: cover, yPos: Number.isFinite(yPos) ? yPos : 0 } }),
    ...(layout && { layout }),
    ...(vars && { vars }),
    ...(tags && { tags }),
  };
}

/**
 * Front matter in which the fields have other values. Keys whose value stays are not touched, nor are their order and
 * comments; a changed value keeps its quotes. `lineEnd` is for new lines.
 */
export function editFrontMatter(frontMatter: string, wanted: FrontMatterFields, lineEnd: string): string {
  const present = readFrontMatter(frontMatter);
  let { inner } = splitFences(frontMatter);
  const { opening, closing } = splitFences(frontMatter);
  const edit = (key: string, value: unknown) => {
    inner = setKey(inner, key, value, lineEnd);
  };
  for (const key of [
    'title',
    'description',
    'icon',
    'emoji',
    'hidden',
    'noIndex',
    'noRobotsIndex',
  ] as const) {
    if (present[key] !== wanted[key]) edit(key, wanted[key]);
  }
  if (present.condition !== wanted.condition) edit('if', wanted.condition);
  if (!isDeepStrictEqual(present.cover, wanted.cover)) {
    if (present.cover?.path !== wanted.cover?.path) edit('cover', wanted.cover?.path);
    if (present.cover?.yPos !== wanted.cover?.yPos) edit('coverY', wanted.cover?.yPos);
  }
  if (!isDeepStrictEqual(present.layout, wanted.layout)) edit('layout', layoutValue(inner, wanted.layout));
  if (!isDeepStrictEqual(present.vars, wanted.vars)) edit('vars', wanted.vars);
  if (!isDeepStrictEqual(present.tags, wanted.tags)) edit('tags', tagsValue(inner, wanted.tags));
  if (frontMatter === '') {
    return inner === '' ? '' : `---${lineEnd}${inner}---${lineEnd}${lineEnd}`;
  }
  return inner.trim() === '' && splitFences(frontMatter).inner.trim() !== '' ? '' : opening + inner + closing;
}

function splitFences(frontMatter: string): { opening: string; inner: string; closing: string } {
  const opening = FENCE.exec(frontMatter)?.[0] ?? '';
  CLOSING.lastIndex = opening.length;
  const end = (opening === '' ? null : CLOSING.exec(frontMatter))?.index ?? frontMatter.length;
  return { opening, inner: frontMatter.slice(opening.length, end), closing: frontMatter.slice(end) };
}

/** The map of a text in YAML. Values that should have had quotes get them; undefined for a text that is no map. */
function parseYaml(text: string): YAMLMap | undefined {
  const document = parseDocument(text);
  if (document.errors.length === 0) return isMap(document.contents) ? document.contents : undefined;
  const quoted = text.replace(
    /^([\w-]+):[ \t]+([^\s"'|>[{#][^\r\n]*)$/gm,
    (_line, key: string, value: string) => {
      return `${key}: ${JSON.stringify(value.trim())}`;
    },
  );
  const repaired = parseDocument(quoted);
  return repaired.errors.length === 0 && isMap(repaired.contents) ? repaired.contents : undefined;
}

/** A scalar as it is written: `1.10` is no number here. */
function textOf(node: unknown): string | undefined {
  if (!isScalar(node) || node.value === null) return undefined;
  return typeof node.value === 'string' ? node.value : (node.source ?? String(node.value));
}

const textAt = (map: YAMLMap, key: string): string | undefined => textOf(map.get(key, true));

function readTexts(root: YAMLMap): FrontMatterFields {
  const title = textAt(root, 'title')?.trim().slice(0, 200);
  const description = textAt(root, 'description')?.trim().slice(0, MAX_DESCRIPTION);
  const condition = textAt(root, 'if')?.trim();
  const [icon, emoji] = ['icon', 'emoji'].map((key) => textAt(root, key)?.trim());
  return {
    ...(hasText(title) && { title }),
    ...(hasText(description) && { description }),
    ...(hasText(icon) && icon.length <= 50 && { icon }),
    ...(hasText(emoji) && emoji.length <= 50 && { emoji }),
    ...(hasText(condition) && { condition }),
  };
}

const hasText = (text: string | undefined): text is string => text !== undefined && text !== '';

function readFlags(root: YAMLMap): FrontMatterFields {
  const isSet = (key: string) => root.get(key) === true;
  return {
    ...(isSet('hidden') && { hidden: true }),
    ...(isSet('noIndex') && { noIndex: true }),
    ...(isSet('noRobotsIndex') && { noRobotsIndex: true }),
  };
}

const LAYOUT_PARTS = [
  'cover',
  'title',
  'description',
  'tableOfContents',
  'outline',
  'pagination',
  'metadata',
  'tags',
] as const;

function readLayout(root: YAMLMap): StoredPageLayout | undefined {
  const map = root.get('layout', true);
  if (!isMap(map)) return undefined;
  const layout: StoredPageLayout = {};
  for (const part of LAYOUT_PARTS) {
    const value = map.get(part);
    const isVisible = isMap(value) ? value.get('visible') : value;
    if (typeof isVisible === 'boolean') layout[part] = isVisible;
  }
  const width = map.get('width');
  if (width === 'default' || width === 'wide') layout.width = width;
  const size = map.getIn(['cover', 'size']);
  if (size === 'hero' || size === 'full') layout.coverSize = size;
  return Object.keys(layout).length === 0 ? undefined : layout;
}

function readVars(root: YAMLMap): Record<string, string> | undefined {
  const map = root.get('vars', true);
  if (!isMap(map)) return undefined;
  const entries = map.items.flatMap(({ key, value }: Pair): [string, string][] => {
    const name = textOf(key);
    const text = textOf(value);
    return name !== undefined && text !== undefined && /^[A-Za-z_$][\w$]{0,99}$/.test(name)
      ? [[name, text.slice(0, MAX_DESCRIPTION)]]
      : [];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries.slice(0, MAX_VARS));
}

function readTags(root: YAMLMap): string[] | undefined {
  const node = root.get('tags', true);
  const items = isSeq(node) ? node.items : isScalar(node) ? [node] : [];
  const tags = items.flatMap((item) => (isMap(item) ? textAt(item, 'tag') : textOf(item))?.trim() ?? []);
  const names = [...new Set(tags)].filter((tag) => tag !== '' && tag.length <= MAX_NAME).slice(0, MAX_TAGS);
  return names.length === 0 ? undefined : names;
}

/** A layout with the parts of the present one that are not known here. */
function layoutValue(inner: string, wanted: StoredPageLayout = {}): Node | undefined {
  const present = parseYaml(inner)?.get('layout', true);
  const map = isMap(present) ? present.clone() : new YAMLMap();
  if (!isMap(map)) return undefined;
  const set = (path: string[], value: unknown) => {
    if (map.getIn(path) === value) return;
    if (value === undefined) map.deleteIn(path);
    else map.setIn(path, value);
  };
  set(['width'], wanted.width);
  for (const part of LAYOUT_PARTS) {
    if (wanted[part] === undefined && !map.has(part)) continue;
    if (!isMap(map.get(part))) map.set(part, new YAMLMap());
    set([part, 'visible'], wanted[part]);
    if (part === 'cover') set(['cover', 'size'], wanted.coverSize);
    const partMap = map.get(part);
    if (isMap(partMap) && partMap.items.length === 0) map.delete(part);
  }
  if (wanted.coverSize !== undefined && !map.has('cover')) map.setIn(['cover', 'size'], wanted.coverSize);
  return map.items.length === 0 ? undefined : map;
}

/** Tags in the form that the present ones have. */
function tagsValue(inner: string, wanted: readonly string[] | undefined): unknown {
  const present = parseYaml(inner)?.get('tags', true);
  const isOfMaps = isSeq(present) && isMap(present.items[0]);
  return isOfMaps ? wanted?.map((tag) => ({ tag })) : wanted;
}

/** Sets one key of a map in YAML, or removes it; all other lines stay. */
function setKey(inner: string, key: string, value: unknown, lineEnd: string): string {
  const lines = inner.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const start = lines.findIndex((line) =>
    new RegExp(`^(?:${key}|"${key}"|'${key}')[ \\t]*:(?:\\s|$)`).test(line),
  );
  const written = value === undefined ? '' : writeKey(inner, key, value).replaceAll('\n', lineEnd);
  if (start === -1) {
    const before = inner === '' || inner.endsWith('\n') ? inner : inner + lineEnd;
    return before + written;
  }
  let end = start + 1;
  while (end < lines.length && /^(?:[ \t]|-[ \t]|-?\r?\n)/.test(lines[end] ?? '')) end += 1;
  // Empty lines below a value belong to what follows.
  while (end > start + 1 && (lines[end - 1] ?? '').trim() === '') end -= 1;
  return [...lines.slice(0, start), written, ...lines.slice(end)].join('');
}

function writeKey(inner: string, key: string, value: unknown): string {
  const present = parseYaml(inner)?.get(key, true);
  const document = new Document(new YAMLMap());
  const node = document.createNode(value);
  if (isScalar(node) && isScalar(present)) {
    if (typeof present.value === 'string' && present.type !== undefined) node.type = present.type;
    if (present.comment !== undefined) node.comment = present.comment;
  }
  document.set(new Scalar(key), node);
  return document.toString({ lineWidth: 0 });
}

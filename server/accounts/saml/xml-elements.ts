/** Helpers for XML parsed into objects: children by name as lists, text as `_`, attributes in `$`. */

export function childrenOf(element: unknown, name: string): unknown[] {
  const member = memberOf(element, name);
  return Array.isArray(member) ? member : [];
}

/** The only child with a name; undefined if there is none or more than one. */
export function onlyChild(element: unknown, name: string): unknown {
  const matches = childrenOf(element, name);
  return matches.length === 1 ? matches[0] : undefined;
}

export function textOf(element: unknown): string | undefined {
  const text = typeof element === 'string' ? element : memberOf(element, '_');
  return typeof text === 'string' ? text.trim() : undefined;
}

export function attributeOf(element: unknown, name: string): string | undefined {
  const value = memberOf(memberOf(element, '$'), name);
  return typeof value === 'string' ? value : undefined;
}

export function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return Reflect.get(value, name);
}

export interface XmlElement {
  /** The local name. */
  name: string;
  parent: XmlElement | undefined;
  /** Raw values by full name. */
  attributes: ReadonlyMap<string, string>;
  /** The raw text up to the next tag. */
  text: string;
}

const TAG = /<(\/?)((?:[^<>"']|"[^"<]*"|'[^'<]*')*)>([^<]*)/g;
const NAME = /^(?:[\w.-]+:)?([\w.-]+)/;
const ATTRIBUTE = /\s([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/**
 * The elements of a text that `isSmallXml` accepts, in order. Namespaces are ignored: this is for checks that may be
 * too strict, and for metadata, which is not signed; never for reading what was signed. Null if a tag has a duplicate attribute, which parsers treat differently.
 */
export function elementsOf(xml: string): XmlElement[] | null {
  const elements: XmlElement[] = [];
  let parent: XmlElement | undefined;
  for (const [, slash, tag = '', text = ''] of xml.matchAll(TAG)) {
    if (slash === '/') {
      parent = parent?.parent;
      continue;
    }
    const attributes = new Map<string, string>();
    for (const [, name = '', double, single] of tag.matchAll(ATTRIBUTE)) {
      if (attributes.has(name)) return null;
      attributes.set(name, double ?? single ?? '');
    }
    const element = { name: NAME.exec(tag)?.[1] ?? '', parent, attributes, text: text.trim() };
    elements.push(element);
    if (!tag.endsWith('/')) parent = element;
  }
  return elements;
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Decodes the named XML entities, and characters by their number. */
export function decodeEntities(text: string): string {
  return text.replaceAll(/&(amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-f]{1,6});/gi, (entity, name: string) => {
    if (!name.startsWith('#')) return ENTITIES[name] ?? entity;
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : entity;
  });
}

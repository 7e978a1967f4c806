/** An element of a document, as its start tag has it. */
export interface XmlElement {
  /** Name without its prefix. */
  name: string;
  parent: XmlElement | undefined;
  /** Values as they are written, by full name. */
  attributes: ReadonlyMap<string, string>;
  /** The text up to the next tag, as it is written. */
  text: string;
}

const TAG = /<(\/?)((?:[^<>"']|"[^"<]*"|'[^'<]*')*)>([^<]*)/g;
const NAME = /^(?:[\w.-]+:)?([\w.-]+)/;
const ATTRIBUTE = /\s([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/**
 * The elements of a text that `isSmallXml` lets through, in their order. Namespaces are not looked at: this is for
 * rules that may be stricter than needed, never for reading what is trusted. Null where an attribute stands twice in a
 * tag, which parsers understand differently.
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

/** What an attribute or text means, where it is written with no more than the named entities. */
export function decodeEntities(text: string): string {
  return text.replaceAll(/&(amp|lt|gt|quot|apos);/g, (_entity, name: string) => ENTITIES[name] ?? '');
}

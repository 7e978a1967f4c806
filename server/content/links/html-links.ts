const NAMED_ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};
const TAG = /<(a|img)\b([^<>]*)>/gi;
const URL_ATTRIBUTE = /(?:^|\s)(href|src)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;

/** Decodes common HTML entities; others stay. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi, (entity, decimal, hex, name) => {
    if (name !== undefined) return NAMED_ENTITIES[String(name).toLowerCase()] ?? entity;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
    return isCharacter ? String.fromCodePoint(code) : entity;
  });
}

/** The URLs of links and images in HTML; comments have none. */
export function parseHtmlLinks(html: string): { href: string; image: boolean }[] {
  if (html.startsWith('<!--')) return [];
  return [...html.matchAll(TAG)].flatMap(([, tag = '', attributes = '']) => {
    const image = tag.toLowerCase() === 'img';
    const urlAttribute = [...attributes.matchAll(URL_ATTRIBUTE)].find(
      ([, name = '']) => name.toLowerCase() === (image ? 'src' : 'href'),
    );
    if (!urlAttribute) return [];
    return [{ href: decodeEntities(urlAttribute[2] ?? urlAttribute[3] ?? urlAttribute[4] ?? ''), image }];
  });
}

export function stripTags(html: string): string {
  return html.startsWith('<!--') ? '' : decodeEntities(html.replace(/<[^<>]*>/g, ' '));
}

/** The tags around a picture as they are written: what is set is changed, all else keeps its bytes. */

/** Longer values are not written. */
export const maxPictureText = 2000;

const entities: readonly (readonly [sign: string, entity: string])[] = [
  ...([
    ['&', '&amp;'],
    ['"', '&quot;'],
    ['<', '&lt;'],
    ['>', '&gt;'],
  ] as const),
];

/** A text between tags or quotes. Signs that would begin a tag of a block or an expression are written as entities, too. */
export const encode = (text: string): string =>
  entities
    .reduce((encoded, [sign, entity]) => encoded.replaceAll(sign, entity), plain(text))
    .replaceAll(/\{(?=[%{])/g, '&#123;');

export const decode = (written: string): string =>
  entities.reduceRight(
    (text, [sign, entity]) => text.replaceAll(entity, sign),
    written.replaceAll('&#123;', '{').replaceAll('&#39;', "'"),
  );

/** One line, without blanks around it, and not too long. */
export const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, maxPictureText);

const attributes = /\s+([^\s"'<>/=]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'<>`=]+))?/g;

/** Where an attribute is written in a tag. */
const findAttribute = (tag: string, name: string): RegExpExecArray | undefined =>
  [...tag.matchAll(attributes)].find(([, key]) => key?.toLowerCase() === name);

/** The value of an attribute; undefined without it. */
export function attributeOf(tag: string, name: string): string | undefined {
  const found = findAttribute(tag, name);
  return found && decode((found[2] ?? '').replace(/^(["'])(.*)\1$/s, '$2'));
}

/** A tag with another value of an attribute; without the attribute for undefined. */
export function withAttribute(tag: string, name: string, value: string | undefined): string {
  const written = value === undefined ? '' : ` ${name}="${encode(value)}"`;
  const found = findAttribute(tag, name);
  if (found) return tag.slice(0, found.index) + written + tag.slice(found.index + found[0].length);
  return tag.replace(/\s*\/?>\s*$/, (end) => written + end);
}

/** A picture as HTML on one line, in parts with the blanks between them; those that are not there are empty. */
export interface PictureTags {
  div: string;
  figure: string;
  link: string;
  picture: string;
  /** The tags of its versions, such as that for dark mode. */
  sources: string;
  image: string;
  pictureEnd: string;
  linkEnd: string;
  caption: string;
  figureEnd: string;
  divEnd: string;
}

const noTags: PictureTags = {
  ...{ div: '', figure: '', link: '', picture: '', sources: '', image: '' },
  ...{ pictureEnd: '', linkEnd: '', caption: '', figureEnd: '', divEnd: '' },
};

/** In the order in which they are written. */
const patterns: Readonly<Record<keyof PictureTags, string>> = {
  div: String.raw`<div(?:\s[^<>]*)?>\s*`,
  figure: String.raw`<figure(?:\s[^<>]*)?>\s*`,
  link: String.raw`<a\s[^<>]*>\s*`,
  picture: String.raw`<picture(?:\s[^<>]*)?>\s*`,
  sources: String.raw`(?:<source\s[^<>]*>\s*)+`,
  image: String.raw`<img\s[^<>]*>`,
  pictureEnd: String.raw`\s*<\/picture>`,
  linkEnd: String.raw`\s*<\/a>`,
  caption: String.raw`\s*<figcaption(?:\s[^<>]*)?>(?:(?!<\/figcaption).)*<\/figcaption>`,
  figureEnd: String.raw`\s*<\/figure>`,
  divEnd: String.raw`\s*<\/div>`,
};

const whole = new RegExp(
  `^${Object.entries(patterns)
    .map(([name, pattern]) => `(?<${name}>${pattern})${name === 'image' ? '' : '?'}`)
    .join('')}$`,
  'is',
);

const pairs = [
  ...([
    ['div', 'divEnd'],
    ['figure', 'figureEnd'],
    ['link', 'linkEnd'],
    ['picture', 'pictureEnd'],
  ] as const),
];

/** The parts of a picture; undefined for other HTML, and for several pictures. */
export function readPictureTags(written: string): PictureTags | undefined {
  if (!written.startsWith('<')) return undefined;
  const { groups } = whole.exec(written) ?? {};
  if (!groups) return undefined;
  const tags: PictureTags = { ...noTags };
  for (const [name, value] of Object.entries(groups)) if (isPart(name)) tags[name] = value ?? '';
  const isClosed = pairs.every(([start, end]) => (tags[start] === '') === (tags[end] === ''));
  const isLost = (tags.picture === '' && tags.sources !== '') || (tags.figure === '' && tags.caption !== '');
  const isAlone = tags.div !== '' && tags.figure === '';
  return isClosed && !isLost && !isAlone ? tags : undefined;
}

const isPart = (name: string): name is keyof PictureTags => Object.hasOwn(patterns, name);

/** The picture in one text again. */
export const writePictureTags = (tags: PictureTags): string =>
  `${tags.div}${tags.figure}${tags.link}${tags.picture}${tags.sources}${tags.image}${tags.pictureEnd}${tags.linkEnd}${tags.caption}${tags.figureEnd}${tags.divEnd}`;

/** The tags of a picture that is Markdown so far. */
export const pictureTagsOf = (address: string, description: string): PictureTags => ({
  ...noTags,
  image: `<img src="${encode(address)}" alt="${encode(description)}">`,
});

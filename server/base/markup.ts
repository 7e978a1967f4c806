/** HTML in which all outside input is escaped. */
export class Markup {
  constructor(readonly text: string) {}
}

/** The input of `html`: markup as is, text escaped, lists concatenated, nothing for `false` and `undefined`. */
export type Renderable = Markup | string | number | false | undefined | readonly Renderable[];

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function render(part: Renderable): string {
  if (part instanceof Markup) return part.text;
  if (part === false || part === undefined) return '';
  if (typeof part === 'object') return concatenate(part, render);
  return String(part).replace(/[&<>"']/g, (character) => escapes[character] ?? character);
}

/** Joins texts with `+`: V8 then copies a long one once, when the whole page is written, not at each level. */
function concatenate<Item>(items: readonly Item[], write: (item: Item, index: number) => string): string {
  let text = '';
  for (const [index, item] of items.entries()) text += write(item, index);
  return text;
}

/** Literals without the indentation of the source; each is shortened once. */
const shortened = new WeakMap<TemplateStringsArray, string[]>();

function shorten(literals: TemplateStringsArray): string[] {
  const template = shortened.get(literals);
  if (template) return template;
  const texts = literals.map((literal) => literal.replace(/\s*\n\s*/g, '\n'));
  shortened.set(literals, texts);
  return texts;
}

/** Template tag that creates markup; parts are escaped unless they are markup. Indentation is left out. */
export function html(literals: TemplateStringsArray, ...parts: Renderable[]): Markup {
  return new Markup(concatenate(shorten(literals), (literal, index) => literal + render(parts[index])));
}

/** An attribute with a blank before it; nothing for `undefined` and `false`, no value for `true`. */
export function attribute(name: string, value: string | number | boolean | undefined): Renderable {
  if (value === undefined || value === false) return false;
  return value === true ? new Markup(` ${name}`) : html` ${new Markup(name)}="${value}"`;
}

/**
 * URLs that a link may have; with anything else (`javascript:`, `data:`) it has no target. Browsers read `\` as `/` and
 * leave out line breaks and tabs, so that a path with them may lead to another host.
 */
const LINK = /^(?:https?:\/\/|mailto:|tel:|[#?]|\/(?![/\\]))[^\t\n\r]*$/i;
const PICTURE = /^(?:https:\/\/|data:image\/|\/(?![/\\]))[^\t\n\r]*$/i;

/** Whether a URL may be the target of a link or form. */
export function isLinkTarget(url: string): boolean {
  return LINK.test(url);
}

/** `href` for a link; nothing for a URL that could run something. */
export function href(url: string | undefined): Renderable {
  return attribute('href', url !== undefined && isLinkTarget(url) && url);
}

/** `src` for a picture, or another attribute; nothing for a URL that the content policy would refuse. */
export function src(url: string, name: 'src' | 'srcset' = 'src'): Renderable {
  return attribute(name, PICTURE.test(url) ? url : undefined);
}

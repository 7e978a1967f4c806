/** Texts in the page's language and the path of the site: the page carries them on the script's own element. */
const { dataset } = document.currentScript ?? document.createElement('script');

/** Plain texts, and plural forms by their name. */
type Text = string | Record<string, string>;

const texts: Record<string, Text> = JSON.parse(dataset.texts ?? '{}');

/** The path of the site, ending with a slash. */
export const sitePath = dataset.site ?? '/';

/** Where it is reported what a reader sees; nowhere at sites that count nothing. */
export const seenUrl = dataset.seen;

/** A text of the page's language. */
export function text(key: string): string {
  const template = texts[key];
  return typeof template === 'string' ? template : '';
}

/** A text for a number. */
export function countText(key: string, count: number): string {
  const forms = texts[key];
  if (forms === undefined || typeof forms === 'string') return '';
  const form = forms[new Intl.PluralRules(document.documentElement.lang).select(count)] ?? forms.other ?? '';
  return form.replace('{count}', String(count));
}

/** A new element with attributes and children; texts stay texts. */
export function create<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Record<string, string> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

const SVG = 'http://www.w3.org/2000/svg';

/** A drawing of 24 × 24 units from the attributes of its paths; not read out. */
export function createIcon(...paths: Record<string, string>[]): SVGElement {
  const draw = (name: string, attributes: Record<string, string>): SVGElement => {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
  };
  const icon = draw('svg', { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' });
  icon.append(...paths.map((attributes) => draw('path', attributes)));
  return icon;
}

const status = create('p', { class: 'hidden', role: 'status' });
document.body.append(status);

/** Has a text read out; the same text again too. */
export function announce(message: string): void {
  status.textContent = status.textContent === message ? `${message}\u00a0` : message;
}

/** Calls a function for each element that fits. */
export function each<Found extends HTMLElement = HTMLElement>(
  selector: string,
  visit: (element: Found) => void,
): void {
  document.querySelectorAll<Found>(selector).forEach(visit);
}

const YEAR_SECONDS = 31_536_000;

/** Keeps a choice of the visitor for a year, on this site alone; an empty one is none. */
export function setCookie(name: string, value: string): void {
  const age = value === '' ? 0 : YEAR_SECONDS;
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${name}=${value}; Path=${sitePath}; Max-Age=${age}; SameSite=Lax${secure}`;
}

/** A value of this tab; nothing where the browser keeps none. */
export function read(key: string): string | null {
  try {
    return sessionStorage.getItem(sitePath + key);
  } catch {
    return null;
  }
}

/** Keeps a value for this tab, if the browser lets it. */
export function write(key: string, value: string): void {
  try {
    sessionStorage.setItem(sitePath + key, value);
  } catch {
    // Without storage the page works as it does without script.
  }
}

import { parsePage } from '#server/published/testing/parse-page.ts';

/** The elements that texts may have. */
export const ELEMENTS = new Set(
  `a abbr aside b bdi bdo blockquote br caption cite code dd del details dfn div dl dt em figcaption figure h1 h2 h3 h4 h5
  h6 hr i img input ins kbd label li mark ol p picture pre q s samp section small source span strong sub summary sup table tbody
  td tfoot th thead time tr u ul var wbr math mrow mi mn mo ms mtext mspace mfrac msqrt mroot mstyle merror mpadded
  mphantom msub msup msubsup munder mover munderover mmultiscripts mprescripts mtable mtr mtd none menclose`.split(
    /\s+/,
  ),
);
const ATTRIBUTES = new Set(
  `alt aria-label checked class colspan data-kind datetime decoding dir disabled display for href id lang loading media
  name open rel reversed role rowspan scope src srcset start tabindex title type value accent accentunder columnalign
  columnspan depth displaystyle fence form height largeop linethickness lspace mathvariant maxsize minsize movablelimits
  notation rspace scriptlevel separator stretchy symmetric voffset width`.split(/\s+/),
);
const CLASSES =
  /^(anchor|card-grid|large|button|primary|secondary|line-size|(tone|back)-[a-z]+|select|note|card|embed|full-width|steps?|number|updates?|tag|prompt|columns?|of-12-\d+|unknown|api-part|wrap|numbered|folded|row|callout|info|success|warning|danger|label|panel|code|table|tabs|tasks?|math|line|content-ref|align-(left|right|center)|language-\S+|hljs-\S+|\w+_+)$/;
const VOID = new Set(['br', 'hr', 'img', 'input', 'source', 'wbr']);

/** The start and end tags as they are written. */
function writtenTags(html: string): string[] {
  return [...html.matchAll(/<(\/?)([a-z][a-z\d]*)[^>]*>/g)].map(([, slash, name]) => `${slash}${name}`);
}

/** The start and end tags of the tree that a browser makes of it. */
function parsedTags(element: Element): string[] {
  const name = element.localName;
  if (VOID.has(name)) return [name];
  return [name, ...Array.from(element.children).flatMap(parsedTags), `/${name}`];
}

/**
 * The forbidden content of a page; empty for harmless HTML. HTML that a browser would repair is a problem
 * too. `more`: elements and classes beyond those of texts.
 */
export function problemsOf(html: string, more: { elements?: string[]; classes?: RegExp } = {}): string[] {
  const elements = new Set([...ELEMENTS, ...(more.elements ?? [])]);
  const isKnownClass = (one: string) => one === '' || CLASSES.test(one) || more.classes?.test(one) === true;
  const { body } = parsePage(`<!doctype html><body>${html}</body>`);
  const problems: string[] = [];
  for (const element of Array.from(body.querySelectorAll('*'))) {
    if (!elements.has(element.localName)) problems.push(`<${element.localName}>`);
    for (const { name, value } of Array.from(element.attributes)) {
      if (!ATTRIBUTES.has(name)) problems.push(`${element.localName} ${name}`);
      const isUrl = name === 'href' || name === 'src' || name === 'srcset';
      const url = value.replaceAll(/[\0-\x20]/g, '').toLowerCase();
      if (isUrl && /^[a-z][a-z\d+.-]*:/.test(url) && !/^(https?|mailto|tel):/.test(url)) problems.push(value);
      if (name === 'class' && !value.split(/\s+/).every(isKnownClass)) problems.push(`class ${value}`);
      if (name === 'type' && !/^(radio|checkbox|[1aAiI])$/.test(value)) problems.push(`type ${value}`);
    }
  }
  const parsed = Array.from(body.children).flatMap(parsedTags);
  const written = writtenTags(html);
  if (parsed.join() !== written.join()) problems.push('a browser reads it differently');
  return problems;
}

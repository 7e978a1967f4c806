import temml from 'temml';
import { escapeHtml, escapeText } from './escape.ts';
import type { HtmlWriter } from './html-writer.ts';

/** Longer formulas are shown as code. */
const MAX_FORMULA_LENGTH = 2000;
/** A short formula with macros can become a long one. */
const MAX_MATHML_LENGTH = 100_000;

const ELEMENTS = new Set(
  `mrow mi mn mo ms mtext mspace mfrac msqrt mroot mstyle merror mpadded mphantom msub msup msubsup munder mover
  munderover mmultiscripts mprescripts mtable mtr mtd none menclose`.split(/\s+/),
);
const ATTRIBUTES = new Set(
  `accent accentunder columnalign columnspan depth displaystyle fence form height largeop linethickness lspace
  mathvariant maxsize minsize movablelimits notation rowspan rspace scriptlevel separator stretchy symmetric voffset
  width`.split(/\s+/),
);
const TAG = /<(\/?)([a-zA-Z]+)((?:\s+[\w:-]+="[^"]*")*)\s*(\/?)>/g;
const ATTRIBUTE = /([\w:-]+)="([^"]*)"/g;

/** Writes a formula in TeX as MathML; one with an error as code. */
export function writeMaths(writer: HtmlWriter, tex: string, { isBlock }: { isBlock: boolean }): void {
  const mathml = toMathml(tex, isBlock);
  if (mathml === undefined) {
    const show = () =>
      writer.element('code', [' class="math" dir="ltr"'], () => writer.text(escapeHtml(tex)), false);
    if (isBlock) writer.element('p', [], show, true);
    else show();
  } else if (isBlock) {
    writer.element('div', [' class="math" tabindex="0" dir="ltr"'], () => writer.text(mathml), true);
  } else writer.text(mathml);
}

function toMathml(tex: string, isBlock: boolean): string | undefined {
  if (tex.length > MAX_FORMULA_LENGTH) return undefined;
  try {
    const options = { displayMode: isBlock, throwOnError: true, trust: false, maxExpand: 100 };
    const markup = temml.renderToString(tex.replace(/[\0\p{Cs}]/gu, '\ufffd'), {
      ...options,
      maxSize: [20, 200],
    });
    if (markup.length > MAX_MATHML_LENGTH) return undefined;
    const inner = cutMathml(markup);
    return `<math${isBlock ? ' display="block"' : ''} dir="ltr">${inner}</math>`;
  } catch {
    // The library throws its own errors for unknown TeX, and others for unexpected TeX.
    return undefined;
  }
}

/** The content of a formula with harmless elements and attributes; styles are left out. */
function cutMathml(mathml: string): string {
  const pieces: string[] = [];
  const open: string[] = [];
  let position = 0;
  for (const match of mathml.matchAll(TAG)) {
    const [tag, slash, name = '', attributes = '', isEmpty] = match;
    pieces.push(escapeText(mathml.slice(position, match.index)));
    position = match.index + tag.length;
    if (!ELEMENTS.has(name)) continue;
    if (slash === '') {
      pieces.push(`<${name}${cutAttributes(attributes)}>`);
      if (isEmpty === '') open.push(name);
      else pieces.push(`</${name}>`);
    } else if (open.at(-1) === name) {
      open.pop();
      pieces.push(`</${name}>`);
    }
  }
  pieces.push(escapeText(mathml.slice(position)));
  return (
    pieces.join('') +
    open
      .toReversed()
      .map((name) => `</${name}>`)
      .join('')
  );
}

function cutAttributes(attributes: string): string {
  return [...attributes.matchAll(ATTRIBUTE)]
    .map(([, name = '', value = '']) => {
      return ATTRIBUTES.has(name) && /^[\w .,#%+-]{0,100}$/.test(value) ? ` ${name}="${value}"` : '';
    })
    .join('');
}

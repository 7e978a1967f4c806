/** What programs put into copied HTML beside the text, made into the elements that it stands for. */

const isElement = (node: Node): node is Element => node.nodeType === 1;

/** A style that programs write is shorter; patterns take long for longer ones. */
const maxStyle = 1000;

export const styleOf = (element: Element): string => (element.getAttribute('style') ?? '').slice(0, maxStyle);

/** Names and marks that pages have for their own use. */
const unseen =
  '[hidden], [aria-hidden="true"], .sr-only, .visually-hidden, .headerlink, a.anchor, .hash-link, .heading-anchor';

const isHidden = (element: Element): boolean => /display:\s*none|mso-hide:\s*all/i.test(styleOf(element));

/** Letters of code by their font. */
export const isMonospaced = (element: Element): boolean =>
  /font-family:[^;]*(?:courier|consolas|menlo|monaco|monospace|\bmono\b)/i.test(styleOf(element));

/** Changes a document that is about to be converted. */
export function cleanPasted(body: Element): void {
  for (const element of [...body.querySelectorAll(unseen)]) element.remove();
  for (const element of [...body.querySelectorAll('[style]')]) if (isHidden(element)) element.remove();
  for (const link of body.querySelectorAll('a[href]')) unwrapRedirect(link);
  makeLists(body);
  makeCode(body);
}

/** Google's documents lead through an address of Google's own. */
function unwrapRedirect(link: Element): void {
  const address = link.getAttribute('href') ?? '';
  if (!/^https?:\/\/(?:www\.)?google\.[a-z.]+\/url\?/i.test(address)) return;
  const target = new URL(address).searchParams.get('q');
  if (target !== null && /^https?:/i.test(target)) link.setAttribute('href', target);
}

const listLevel = (element: Element): number => {
  const [, level] = /mso-list:[^;]*\blevel(\d)/i.exec(styleOf(element)) ?? [];
  return element.tagName === 'P' ? Number(level ?? 0) : 0;
};

/** Word writes list items as paragraphs, each with its sign. */
function makeLists(body: Element): void {
  const open: { level: number; list: Element }[] = [];
  let last: Element | undefined;
  for (const paragraph of [...body.querySelectorAll('p')]) {
    const level = listLevel(paragraph);
    if (level === 0) continue;
    if (last?.nextElementSibling !== paragraph) open.length = 0;
    const sign = [...paragraph.querySelectorAll('span')].find((span) =>
      /mso-list:\s*ignore/i.test(styleOf(span)),
    );
    const isNumbered = /^\s*(?:\d+|[a-z]{1,4})[.)]/i.test(sign?.textContent ?? '');
    sign?.remove();
    while ((open.at(-1)?.level ?? 0) > level) open.pop();
    const document = paragraph.ownerDocument;
    if (open.at(-1)?.level !== level) {
      const list = document.createElement(isNumbered ? 'ol' : 'ul');
      const item = open.at(-1)?.list.lastElementChild;
      if (item) item.appendChild(list);
      else paragraph.parentNode?.insertBefore(list, paragraph);
      open.push({ level, list });
    }
    // What follows the outermost list is beside it now.
    last = open[0]?.list;
    const item = document.createElement('li');
    for (const child of [...paragraph.childNodes]) item.appendChild(child);
    open.at(-1)?.list.appendChild(item);
    paragraph.remove();
  }
}

const isCodeParagraph = (element: Element | null): element is Element =>
  element?.tagName === 'P' && element.textContent.trim() !== '' && [...element.childNodes].every(isCode);

const isCode = (node: Node): boolean => {
  if (!isElement(node)) return (node.nodeValue ?? '').trim() === '';
  return (
    node.tagName === 'BR' ||
    isMonospaced(node) ||
    (node.hasChildNodes() && [...node.childNodes].every(isCode))
  );
};

/** Documents have no code, but paragraphs whose letters are those of code: two and more are a block of it. */
function makeCode(body: Element): void {
  for (const first of [...body.querySelectorAll('p')]) {
    if (!first.parentNode || !isCodeParagraph(first)) continue;
    const lines: Element[] = [first];
    for (let next = first.nextElementSibling; isCodeParagraph(next); next = next.nextElementSibling)
      lines.push(next);
    if (lines.length < 2) continue;
    const code = first.ownerDocument.createElement('pre');
    code.textContent = lines.map(({ textContent }) => textContent.replaceAll('\u00a0', ' ')).join('\n');
    first.parentNode.insertBefore(code, first);
    for (const line of lines) line.remove();
  }
}

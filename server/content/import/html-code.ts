/** Elements that are a line of code each, at the usual highlighters. */
const LINE = /(?:^|\s)(?:token-line|line|ec-line|view-line|hljs-ln-line|cl|react-code-line)(?:\s|$)/;
const NUMBERS =
  /(?:^|\s)(?:lineno|linenos|ln|lnt|line-numbers?|hljs-ln-numbers|gutter|react-syntax-highlighter-line-number)(?:\s|$)/;
const BLOCKS = new Set(['div', 'li', 'p']);

/** The code of an element with its lines; numbers of lines are left out. */
export function codeText(root: Node): string {
  const lines: string[] = [];
  let rest = '';
  for (const piece of piecesOf(root)) {
    if (typeof piece === 'string') rest += piece;
    else {
      if (rest.trim() !== '') lines.push(rest.replace(/^\n|\n$/g, ''));
      rest = '';
      lines.push(piece.line.replace(/\n$/, ''));
    }
  }
  if (lines.length === 0) return rest;
  if (rest.trim() !== '') lines.push(rest.replace(/^\n/, ''));
  return lines.join('\n');
}

/** Texts, and lines that are elements. */
function* piecesOf(root: Node): Generator<string | { line: string }> {
  let node: Node | null = root.firstChild;
  while (node) {
    const classes = isElement(node) ? (node.getAttribute('class') ?? '') : '';
    const isSkipped = NUMBERS.test(classes);
    const isLine = isElement(node) && !isSkipped && isLineElement(node, classes);
    if (node.nodeType === 3) yield node.nodeValue ?? '';
    else if (isElement(node) && node.localName === 'br') yield '\n';
    else if (isLine)
      yield {
        line: [...piecesOf(node)].map((piece) => (typeof piece === 'string' ? piece : piece.line)).join(''),
      };
    if (node.firstChild && !isSkipped && !isLine) {
      node = node.firstChild;
      continue;
    }
    while (node && node !== root && !node.nextSibling) node = node.parentNode;
    node = node === root || !node ? null : node.nextSibling;
  }
}

/** Of blocks, only the innermost are lines. */
function isLineElement(element: Element, classes: string): boolean {
  if (LINE.test(classes) || element.localName === 'tr') return true;
  return (
    BLOCKS.has(element.localName) && element.querySelector('div, li, p, tr, .line, .token-line') === null
  );
}

/** Whether an element is the title of the code beside it. */
export function isCodeTitle(element: Element): boolean {
  if (element.localName === 'figcaption')
    return (element.parentElement?.querySelector('pre') ?? null) !== null;
  return /(?:^|\s)(?:codeBlockTitle_\w+|code-block-title|vp-code-title)(?:\s|$)/.test(
    element.getAttribute('class') ?? '',
  );
}

function isElement(node: Node): node is Element {
  return node.nodeType === 1;
}

/** The language and the title of a block of code, from its classes and those around it. */
export function codeInfo(node: Element): { language: string; title: string } {
  let language = '';
  let title = '';
  let element: Element | null = node;
  for (let level = 0; element && level < 5; level += 1) {
    const around: Element[] = level === 0 ? [element, ...children(element)] : [element];
    for (const each of around) language ||= languageOf(each);
    if (level > 0 && title === '') title = titleBeside(element, node);
    if (/^(?:article|main|body|section|td|li)$/.test(element.localName)) break;
    element = element.parentElement;
  }
  return { language, title };
}

function children(element: Element): Element[] {
  return Array.from(element.childNodes).filter(isElement);
}

function languageOf(element: Element): string {
  const declared =
    element.getAttribute('data-language') ??
    element.getAttribute('data-lang') ??
    element.getAttribute('language');
  if (declared !== null && /^[\w+#-]+$/.test(declared)) return declared === 'plaintext' ? '' : declared;
  const classes = element.getAttribute('class') ?? '';
  const named = /(?:language-|lang-|highlight-source-|brush:\s*)([\w+#-]+)/.exec(classes)?.[1];
  return named === undefined || /^(?:none|text|plaintext|default)$/.test(named) ? '' : named;
}

const TITLE = /(?:^|\s)(?:codeBlockTitle_\w+|title|filename|code-block-title|vp-code-title)(?:\s|$)/;

function titleBeside(element: Element, code: Element): string {
  for (const child of children(element)) {
    if (child.contains(code)) continue;
    const classes = child.getAttribute('class') ?? '';
    if (TITLE.test(classes)) return (child.textContent ?? '').trim();
    const inner =
      child.localName === 'figcaption'
        ? children(child).find((each) => TITLE.test(each.getAttribute('class') ?? ''))
        : undefined;
    if (inner) return (inner.textContent ?? '').trim();
  }
  return '';
}

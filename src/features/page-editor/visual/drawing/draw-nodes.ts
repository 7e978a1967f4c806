/** Elements of a block's declaration and of marked words, made one by one: never from a string. */
import type { BlockLabel, BlockNode } from '#api/blocks/block.ts';
import { iconOfClass } from '#api/icon-class.ts';
import { firstPicture, type PictureSettings } from '../../text/pictures.ts';
import { readEmojiName } from '../structure/emoji-names.ts';
import type { InlineMark, InlineMarks, InlineSign } from '../structure/inline-marks.ts';
import type { MarkedWords } from '../words-layer.ts';

/** What addresses of a text lead to, as far as it is known. */
export interface DrawnTargets {
  titleOf: (address: string) => string | undefined;
  /** Where a picture can be loaded from. */
  pictureOf: (address: string) => string | undefined;
}

const labels: Readonly<Record<BlockLabel, string>> = {
  ...{ info: 'Info', success: 'Success', warning: 'Warning', danger: 'Danger', tabs: 'Tabs' },
  ...{ prompt: 'Prompt', response: 'Response', pathParameters: 'Path parameters' },
  ...{
    queryParameters: 'Query parameters',
    headers: 'Headers',
    requestBody: 'Request body',
    showMore: 'Show more',
  },
};

export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  if (className !== '') made.className = className;
  made.append(...children);
  return made;
}

/** The elements of a block. Nothing in them takes the focus or leads away: the block is drawn, not used. */
export function drawNodes(nodes: readonly BlockNode[], content: string, targets: DrawnTargets): Node[] {
  return nodes
    .flatMap((node): (Node | string)[] => {
      if (typeof node === 'string') return [node];
      if ('element' in node) {
        const name = node.element === 'a' ? 'span' : node.element;
        const classes = (node.classes ?? []).map((one) => `block-${one}`).join(' ');
        return node.element === 'input'
          ? []
          : [element(name, classes, ...drawNodes(node.nodes ?? [], content, targets))];
      }
      if ('label' in node) return [node.text ?? labels[node.label]];
      if ('number' in node) return [String(node.number)];
      if ('code' in node) return [element('code', 'cm-drawn-code', node.code)];
      if ('content' in node) return content === '' ? [] : [element('p', 'cm-drawn-text', content)];
      const title = node.slot === 'page' || node.slot === 'file' ? targets.titleOf(node.value) : undefined;
      if (title !== undefined) return [element('strong', '', title)];
      if (node.slot === 'tag' || node.slot === 'day' || node.slot === 'include') return [node.value];
      return drawNodes(node.nodes ?? [], content, targets);
    })
    .map((part) => (typeof part === 'string' ? document.createTextNode(part) : part));
}

/** A picture; its description where it cannot be loaded from anywhere. */
export function drawPicture(
  { address, description, size }: Pick<PictureSettings, 'address' | 'description' | 'size'>,
  targets: DrawnTargets,
): HTMLElement {
  const url = /^https?:/i.test(address) ? address : targets.pictureOf(address);
  if (url === undefined)
    return element(
      'span',
      'cm-no-picture',
      description === '' ? `Picture ${address}` : `Picture: ${description}`,
    );
  const image = element('img', 'cm-picture');
  image.alt = description;
  image.loading = 'lazy';
  image.src = url;
  image.draggable = false;
  if (size === 'line') image.classList.add('cm-picture-line');
  else if (/^\d/.test(size)) image.setAttribute('width', size);
  return image;
}

type DrawIcon = (name: string) => SVGSVGElement | undefined;

let drawIconElement: DrawIcon | undefined;

/** The drawings of all icons, which are many. */
async function loadIcons(): Promise<DrawIcon> {
  const { iconElement } = await import('#src/domain/icons/icon-element.ts');
  drawIconElement = iconElement;
  return iconElement;
}

/** An icon among words, as readers see it; its name where there is no drawing of it, and until that is there. */
function drawIcon(written: string): HTMLElement {
  const [, classes = ''] = /class\s*=\s*["']?(fa-[^"'<>]*)/i.exec(written) ?? [];
  const name = (iconOfClass(classes) ?? '').replace(/^fa-/, '');
  const dom = element('span', 'cm-sign', name);
  dom.setAttribute('role', 'img');
  dom.ariaLabel = `Icon ${name}`;
  const show = (draw: DrawIcon) => {
    const drawing = draw(name);
    if (!drawing) return;
    dom.className = 'cm-icon';
    dom.replaceChildren(drawing);
  };
  if (drawIconElement) show(drawIconElement);
  // Without them the name stays.
  else loadIcons().then(show, () => undefined);
  return dom;
}

/** What is drawn in place of a sign that is neither a picture nor a line break. */
export function drawSign(kind: InlineSign['kind'], written: string): HTMLElement {
  if (kind === 'icon') return drawIcon(written);
  return element('span', kind === 'entity' || kind === 'emoji' ? '' : 'cm-sign', labelOfSign(kind, written));
}

const markElements: Readonly<Record<InlineMark['kind'], 'strong' | 'em' | 's' | 'code' | 'span'>> = {
  ...{ strong: 'strong', emphasis: 'em', strikethrough: 's', code: 'code', link: 'span', element: 'span' },
};

/** What a sign says in its place; empty for one that says nothing. */
function labelOfSign(kind: InlineSign['kind'], written: string): string {
  switch (kind) {
    case 'tag':
      return /^\{%[-+~]?\s*end/.test(written) ? '⁄' : written.replaceAll(/^\{%[-+~]?\s*|\s*[-+~]?%\}$/g, '');
    case 'expression':
      return written.slice(2, -2).trim();
    case 'element':
      return /^<br\s*\/?>$/i.test(written)
        ? '↵'
        : written.startsWith('<!--')
          ? 'Comment'
          : written.replaceAll(/[<>]/g, '');
    case 'entity':
      return decodeEntity(written);
    case 'emoji':
      return readEmojiName(written.slice(1, -1)) ?? written;
    default:
      return '';
  }
}

const entities: Readonly<Record<string, string>> = {
  ...{
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: '’',
    nbsp: '\u00a0',
    mdash: '—',
    ndash: '–',
    hellip: '…',
    copy: '©',
  },
};

/** The character of an entity; the entity itself where it is a rare one. */
function decodeEntity(written: string): string {
  const [, hex, decimal, name = ''] = /^&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));$/i.exec(written) ?? [];
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  if (code > 31 && code < 0x11_00_00) return String.fromCodePoint(code);
  return entities[name] ?? written;
}

/** Words with their marks, as in a cell that nobody writes in. */
export function drawWords(
  text: string,
  { marks, signs }: InlineMarks,
  targets: DrawnTargets,
  commented: readonly MarkedWords[] = [],
): Node[] {
  const edges = commented.flatMap(({ from, to }) => [from, to]);
  const draw = (from: number, to: number): Node[] => {
    const nodes: Node[] = [];
    let at = from;
    const textTo = (end: number) => {
      while (at < end) {
        const start = at;
        at = Math.min(end, ...edges.filter((edge) => edge > start));
        const words = commented.findLast((one) => one.from <= start && start < one.to);
        const node = document.createTextNode(text.slice(start, at));
        nodes.push(words?.draw(node) ?? node);
      }
    };
    const inside = [...marks, ...signs]
      .filter((one) => one.from >= from && one.to <= to)
      .toSorted((a, b) => a.from - b.from || b.to - a.to);
    for (const one of inside) {
      if (one.from < at) continue;
      textTo(one.from);
      if ('contentFrom' in one) {
        const className = `cm-mark-${one.kind}`;
        nodes.push(element(markElements[one.kind], className, ...draw(one.contentFrom, one.contentTo)));
      } else if (one.kind === 'image') {
        nodes.push(drawPicture(firstPicture(text.slice(one.from, one.to)), targets));
      } else if (one.kind === 'break') nodes.push(element('br', ''));
      else if (one.kind !== 'hidden') {
        const written = text.slice(one.from, one.to);
        nodes.push(/^<br\s*\/?>$/i.test(written) ? element('br', '') : drawSign(one.kind, written));
      }
      at = one.to;
    }
    textTo(to);
    return nodes;
  };
  return draw(0, text.length);
}

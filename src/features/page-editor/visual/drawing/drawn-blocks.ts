/** The tags of containers, pictures, dividers, cards and the edges of code, drawn in place of their lines. */
import type { EditorView } from '@codemirror/view';
import { readAttributes } from '#api/blocks/attributes.ts';
import { blockOf, isBlockName } from '#api/blocks/index.ts';
import { firstPicture, type PictureSettings } from '../../text/pictures.ts';
import type { LineTag } from '../structure/block-lines.ts';
import { type Container, isDrawnWhole, type TextStructure } from '../structure/text-structure.ts';
import { HtmlTable } from '../table/html-table.ts';
import { TableDrawing } from '../table/table-drawing.ts';
import {
  BlockDrawing,
  Drawn,
  drawSourceButton,
  labelButton,
  selectDrawn,
  type VisualContext,
} from './block-drawing.ts';
import { type BlockSetting, blockTitle, settingsOf, toggleSettings, valuesOf } from './block-settings.ts';
import { drawNodes, drawPicture, element } from './draw-nodes.ts';
import { frameClasses } from './line-frames.ts';

/** The drawing in place of a line, or of all lines of a container that is drawn whole. */
export function drawLine(
  structure: TextStructure,
  context: VisualContext,
  index: number,
  whole?: Container,
): BlockDrawing {
  const frames = frameClasses(structure, index);
  const { kind, sign, tags } = structure.lineOf(index);
  if (whole) return new WholeBlock(context, frames, whole, writtenIn(structure, whole));
  if (kind === 'table') return TableDrawing.at(structure, context, index, frames);
  if (kind === 'html-table') return HtmlTable.at(structure, context, index, frames);
  if (kind === 'picture') return new Picture(context, frames, structure.textOf(index).trim());
  if (kind === 'fence') return new CodeStart(frames, sign);
  if (kind === 'tag') return new TagLabels(frames, tags, structure.containerOf(index)?.part ?? 0);
  return new Edge(frames, kind);
}

const writtenIn = (structure: TextStructure, { from, to }: Container): string =>
  structure.doc.sliceString(structure.startOf(from), structure.endOf(to));

/** A divider, or the lower edge of code. */
class Edge extends BlockDrawing {
  readonly key: string;
  readonly #kind: string;

  constructor(frames: string, kind: string) {
    super();
    this.#kind = kind;
    this.key = `${kind} ${frames}`;
  }

  override toDOM(view: EditorView): HTMLElement {
    const frames = this.key.slice(this.#kind.length + 1);
    if (this.#kind !== 'divider') return element('div', `cm-block cm-code-end ${frames}`);
    const dom = element('div', `cm-block cm-drawn ${frames}`, element('hr', ''));
    dom.setAttribute('role', 'group');
    dom.ariaLabel = 'Divider';
    dom.addEventListener('mousedown', (event) => {
      event.preventDefault();
      selectDrawn(view, dom);
    });
    return dom;
  }
}

/** The upper edge of code, with its language. */
class CodeStart extends BlockDrawing {
  readonly key: string;
  readonly #language: string;
  readonly #frames: string;

  constructor(frames: string, language: string) {
    super();
    this.#language = language;
    this.#frames = frames;
    this.key = `code ${frames} ${language}`;
  }

  override toDOM(view: EditorView): HTMLElement {
    const dom = element('div', `cm-block cm-code-start ${this.#frames}`);
    const [language = ''] = this.#language.split(/\s/);
    const setting: BlockSetting = {
      label: 'Language',
      value: language,
      change: (_written, value) => value.replaceAll(/[`\s]+/g, ''),
    };
    const button = labelButton(
      language === '' ? 'Code' : language,
      `Language of code: ${language || 'none'}`,
    );
    button.addEventListener('click', () => {
      toggleSettings(view, dom, [setting], language, (line, next) =>
        line.replace(/^(.*?(?:`{3,}|~{3,})[ \t]*)(\S*)/, (_, fence: string) => fence + next),
      );
    });
    dom.append(button);
    return dom;
  }
}

/** The names of the containers that begin in a line, each with its attributes; nothing for those that end. */
class TagLabels extends BlockDrawing {
  readonly key: string;
  readonly #frames: string;
  readonly #tags: readonly LineTag[];
  readonly #part: number;

  constructor(frames: string, tags: readonly LineTag[], part: number) {
    super();
    this.#frames = frames;
    this.#tags = tags;
    this.#part = part;
    this.key = `tags ${frames} ${part} ${tags.map(({ text }) => text).join('\n')}`;
  }

  override toDOM(view: EditorView): HTMLElement {
    const opening = this.#tags.filter(({ isEnd }) => !isEnd);
    if (opening.length === 0) return element('div', `cm-block cm-container-end ${this.#frames}`);
    const dom = element('div', `cm-block cm-container-start ${this.#frames}`);
    for (const tag of opening) {
      const values = valuesOf(tag);
      const title = blockTitle(tag.name) + (this.#part > 0 ? ` ${this.#part}` : '');
      const button = labelButton(values === '' ? title : `${title}: ${values}`, `Settings of ${title}`);
      const settings = settingsOf(tag);
      if (settings.length === 0) {
        dom.append(element('span', 'cm-block-label', title));
        continue;
      }
      button.addEventListener('click', () => toggleSettings(view, dom, settings, tag.text));
      dom.append(button);
    }
    return dom;
  }
}

class Picture extends Drawn {
  readonly key: string;
  readonly title: string;
  readonly #picture: Pick<PictureSettings, 'address' | 'description' | 'caption' | 'size'>;

  constructor(context: VisualContext, frames: string, written: string) {
    super(context, frames);
    this.#picture = firstPicture(written);
    const { address, description } = this.#picture;
    this.title = description === '' ? 'Picture' : `Picture: ${description}`;
    this.key = `picture ${frames} ${written} ${context.targets.pictureOf(address) ?? ''}`;
  }

  protected override fill(dom: HTMLElement): void {
    const { caption } = this.#picture;
    const picture = drawPicture(this.#picture, this.context.targets);
    dom.append(element('figure', 'cm-figure', picture));
    if (caption !== '') dom.append(element('figcaption', 'cm-caption', caption));
  }
}

class WholeBlock extends Drawn {
  readonly key: string;
  readonly title: string;
  readonly #container: Container;
  readonly #written: string;

  constructor(context: VisualContext, frames: string, container: Container, written: string) {
    super(context, frames);
    this.#container = container;
    this.#written = written;
    this.title = blockTitle(container.tag.name);
    const title = context.targets.titleOf(addressOf(container.tag)) ?? '';
    this.key = `block ${frames} ${written} ${title}`;
  }

  protected override fill(dom: HTMLElement, view: EditorView): void {
    const { tag } = this.#container;
    const block = blockOf(tag.name);
    const isDeep = !isDrawnWhole({ ...this.#container, depth: 0 });
    const content = this.#written
      .slice(tag.text.length)
      .replace(/\{%[-~]?\s*end[^%]*%\}\s*$/, '')
      .trim();
    const bar = element('div', 'cm-drawn-bar', element('span', 'cm-block-label', this.title));
    const settings = isDeep ? [] : settingsOf(tag);
    if (settings.length > 0 && isBlockName(tag.name)) {
      const button = labelButton('Settings', `Settings of ${this.title}`);
      button.classList.add('cm-drawn-settings');
      button.addEventListener('click', () => toggleSettings(view, dom, settings, tag.text));
      bar.append(button);
    }
    bar.append(drawSourceButton(view, dom, this.context, this.title));
    dom.append(bar);
    // What stands between its tags; of a tag alone, its name and attributes.
    const drawText = () => element('pre', 'cm-drawn-code', content || tag.text.replaceAll(tagSigns, ''));
    if (isDeep || block.holds === 'source' || !isBlockName(tag.name)) {
      dom.append(drawText());
      return;
    }
    const plain = content.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');
    const use = {
      ...{ name: tag.name, values: readAttributes(block, tag.attributes), id: '', position: 1, parentId: '' },
      ...{ text: plain.slice(0, 200), hasContent: content !== '' },
    };
    const drawn = drawNodes(block.elements(use), plain, this.context.targets);
    if (drawn.some(({ textContent }) => (textContent ?? '') !== '')) dom.append(...drawn);
    else dom.append(drawText());
  }
}

const tagSigns = /^\{%[-+~]?\s*|\s*[-+~]?%\}$/g;

const addressOf = ({ attributes }: LineTag): string =>
  attributes.get('url') ?? attributes.get('src') ?? attributes.get('page') ?? '';

import type { EditorView } from '@codemirror/view';
import { parseHtml } from '#src/lib/parse-html.ts';
import { Drawn, drawSourceButton, type VisualContext } from '../drawing/block-drawing.ts';
import { drawPicture, element } from '../drawing/draw-nodes.ts';
import { blockAt } from '../structure/block-ranges.ts';
import type { TextStructure } from '../structure/text-structure.ts';

/** Elements of a cell that are drawn as they are; of others only what is in them. */
const drawnElements = ['b', 'strong', 'i', 'em', 's', 'del', 'code', 'br', 'p', 'ul', 'ol', 'li'] as const;

/** More cells are not drawn: their source is. */
const maxCells = 2000;

/** A table that is written as HTML: drawn, and edited in the source. */
export class HtmlTable extends Drawn {
  readonly title = 'Table';
  readonly key: string;
  readonly #written: string;

  private constructor(context: VisualContext, frames: string, written: string) {
    super(context, frames);
    this.#written = written;
    this.key = `html table ${frames} ${written}`;
  }

  static at(structure: TextStructure, context: VisualContext, index: number, frames: string): HtmlTable {
    const { first, last } = blockAt(structure, index);
    const written = structure.doc.sliceString(structure.startOf(first), structure.endOf(last));
    return new HtmlTable(context, frames, written);
  }

  protected override fill(dom: HTMLElement, view: EditorView): void {
    const label = element('span', 'cm-block-label', this.title);
    const source = drawSourceButton(view, dom, this.context, this.title);
    dom.append(element('div', 'cm-drawn-bar', label, source));
    dom.append(this.#drawTable() ?? element('pre', 'cm-drawn-code', this.#written));
  }

  /** Undefined for what is more than one whole table. */
  #drawTable(): HTMLElement | undefined {
    if (!/<\/table>\s*$/i.test(this.#written)) return undefined;
    const { body } = parseHtml(this.#written);
    const [table, ...others] = body.children;
    if (!(table instanceof HTMLTableElement) || others.length > 0) return undefined;
    if (body.textContent.trim() !== table.textContent.trim()) return undefined;
    if (table.querySelectorAll('th, td').length > maxCells) return undefined;
    const drawn = element('table', '');
    for (const row of table.rows) {
      const line = drawn.insertRow();
      for (const cell of row.cells) {
        const box = element(cell.tagName === 'TH' ? 'th' : 'td', '');
        box.colSpan = cell.colSpan;
        box.rowSpan = cell.rowSpan;
        box.dataset['align'] = cell.getAttribute('align') ?? '';
        box.append(...this.#drawNodes(cell));
        line.append(box);
      }
    }
    return drawn;
  }

  #drawNodes(parent: Node): (Node | string)[] {
    return [...parent.childNodes].flatMap((node) => {
      if (node.nodeType === Node.TEXT_NODE) return [node.nodeValue ?? ''];
      if (!(node instanceof Element)) return [];
      if (node.tagName === 'IMG') {
        const [address, description] = [node.getAttribute('src') ?? '', node.getAttribute('alt') ?? ''];
        return [drawPicture({ address, description, size: '' }, this.context.targets)];
      }
      const inner = this.#drawNodes(node);
      const name = drawnElements.find((one) => one === node.tagName.toLowerCase());
      if (name) return [element(name, '', ...inner)];
      return node.tagName === 'A' ? [element('span', 'cm-mark-link', ...inner)] : inner;
    });
  }
}

import type { MarkedToken, Tokens } from 'marked';
import { toPlainMarkdown, type UsesAsMarkdown } from '../documents/plain-markdown.ts';
import { ALERT } from '../documents/read-markdown.ts';
import { marked, MAX_NESTING, parseBlocks, textOf } from '../markdown/markdown-tokens.ts';
import { withEmojiNames } from './emoji.ts';
import { DocumentFonts } from './fonts.ts';
import { type InlineImage, type Run, separateCells, stripTags, toRuns } from './inline-runs.ts';
import { isInCodeFont, hasExtendedLetters, toPrintable, toFontRuns, typefaceOf } from './printable.ts';

const TEXT_SIZE = 10.5;
const CODE_SIZE = 9;
const HEADING_SIZES = [20, 16, 13.5, 12, 11, 10.5];
const INDENT = 16;
const GAP = 7;
const MAX_IMAGE_HEIGHT = 340;
const TEXT_COLOR = '#1c2024';
const MUTED_COLOR = '#60646c';
const LINK_COLOR = '#0d74ce';
const CODE_BACKGROUND = '#f2f2f5';

/** The bytes of an image. */
export interface PrintImage {
  data: Uint8Array;
  width: number | null;
  height: number | null;
}

/** Resolves what pages refer to. */
export interface PrintContext {
  /** The image at a URL, with its size in pixels if known; undefined if there is none. */
  findImage: (href: string) => PrintImage | undefined;
  /** The absolute URL of a link in a text; undefined if it has no target. */
  resolveUrl: (href: string) => string | undefined;
}

/** Writes Markdown blocks into a PDF document, one below the other. Lengths are in points. */
export class BlockPrinter {
  readonly #document: PDFKit.PDFDocument;
  readonly #context: PrintContext;
  readonly #typefaces: DocumentFonts;
  constructor(document: PDFKit.PDFDocument, context: PrintContext) {
    this.#document = document;
    this.#context = context;
    this.#typefaces = new DocumentFonts(document);
  }

  /** A remark about the document, in small letters. */
  printNote(runs: readonly Run[]): void {
    this.#printRuns(runs, { indent: 0, color: MUTED_COLOR, size: CODE_SIZE });
  }

  printMarkdown(markdown: string, uses?: UsesAsMarkdown): void {
    this.#printBlocks(parseBlocks(toPlainMarkdown(markdown, uses)), 0, 0);
  }

  /** A line in heading style: `level` from 1 to 6. */
  printHeading(runs: readonly Run[], level: number, indent = 0): void {
    const size = HEADING_SIZES[level - 1] ?? TEXT_SIZE;
    this.#document.moveDown(0.4);
    this.#ensureHeight(size * 3.5);
    this.#printRuns(
      runs.map((run) => ({ ...run, bold: true })),
      { indent, size, color: TEXT_COLOR },
    );
  }

  #printBlocks(tokens: readonly MarkedToken[], indent: number, depth: number, color = TEXT_COLOR): void {
    for (const token of tokens) this.#printBlock(token, indent, depth, color);
  }

  #printBlock(token: MarkedToken, indent: number, depth: number, color: string): void {
    if (depth > MAX_NESTING) return this.#printRuns([{ text: token.raw }], { indent, color });
    switch (token.type) {
      case 'space':
      case 'def':
      case 'checkbox':
        return;
      case 'heading':
        return this.printHeading(
          toRuns(token.tokens, () => {}),
          token.depth,
          indent,
        );
      case 'list':
        return this.#printList(token, indent, depth, color);
      case 'code':
        return this.#printCode(token.text, indent);
      case 'table':
        return this.#printTable(token, indent);
      case 'blockquote':
        return this.#printQuote(token, indent, depth);
      case 'hr':
        return this.#printRule();
      case 'html':
        return this.#printRuns([{ text: stripTags(separateCells(token.text)).trim() }], { indent, color });
      default:
        return this.#printParagraph(token, indent, color);
    }
  }

  #printParagraph(token: MarkedToken, indent: number, color: string): void {
    const images: InlineImage[] = [];
    const runs = toRuns('tokens' in token && token.tokens ? token.tokens : [token], (image) =>
      images.push(image),
    );
    this.#printRuns(runs, { indent, color });
    for (const image of images) this.#printImage(image, indent);
  }

  #printRuns(
    runs: readonly Run[],
    { indent, color, size = TEXT_SIZE }: { indent: number; color: string; size?: number },
  ): void {
    const printable = runs.map((run) => ({ ...run, text: toPrintable(run.text) }));
    const isAllExtended = printable.some(({ text }) => hasExtendedLetters(text));
    const pieces = printable.flatMap((run) =>
      toFontRuns(run.text, isAllExtended).map((part) => ({ ...run, ...part })),
    );
    if (pieces.every(({ text }) => text.trim() === '')) return;
    const document = this.#document;
    const { left } = document.page.margins;
    document.x = left + indent;
    pieces.forEach((run, at) => {
      const link = run.link === undefined ? undefined : this.#context.resolveUrl(run.link);
      document
        .font(this.#typefaces.fontFor({ ...run, code: run.code && isInCodeFont(run.text) }, run.typeface))
        .fontSize(run.code || run.typeface !== 'standard' ? size * 0.92 : size)
        .fillColor(link === undefined ? color : LINK_COLOR)
        .text(run.text, {
          continued: at < pieces.length - 1,
          width: this.#widthFrom(indent),
          link: link ?? null,
          underline: link !== undefined,
          strike: run.strike ?? false,
          lineGap: 2,
        });
    });
    document.x = left;
    document.y += GAP;
  }

  #printList(token: Tokens.List, indent: number, depth: number, color: string): void {
    const first = typeof token.start === 'number' ? token.start : 1;
    token.items.forEach((item, at) => {
      const document = this.#document;
      this.#ensureHeight(TEXT_SIZE * 2);
      const { y } = document;
      const marker = token.ordered ? `${first + at}.` : '•';
      document
        .font('Helvetica')
        .fontSize(TEXT_SIZE)
        .fillColor(color)
        .text(marker, document.page.margins.left + indent, y, { lineBreak: false });
      document.y = y;
      const start = document.y;
      this.#printBlocks(marked(item.tokens), indent + INDENT, depth + 1, color);
      if (document.y === start) document.y += TEXT_SIZE + GAP;
    });
  }

  #printCode(code: string, indent: number): void {
    const document = this.#document;
    const left = document.page.margins.left + indent;
    const width = this.#widthFrom(indent);
    for (const line of withEmojiNames(toPrintable(code)).split('\n')) {
      const text = line === '' ? ' ' : line;
      document
        .font(this.#typefaces.fontFor({ code: isInCodeFont(text) }, typefaceOf(text)))
        .fontSize(CODE_SIZE);
      const height = document.heightOfString(text, { width: width - 12 }) + 2;
      this.#ensureHeight(height);
      const { y } = document;
      document.rect(left, y, width, height).fill(CODE_BACKGROUND);
      document.fillColor(TEXT_COLOR).text(text, left + 6, y + 2, { width: width - 12 });
      document.y = y + height;
    }
    document.x = document.page.margins.left;
    document.y += GAP + 2;
  }

  #printTable({ header, rows }: Tokens.Table, indent: number): void {
    const document = this.#document;
    const cells = (row: Tokens.TableCell[], bold: boolean) =>
      row.map(({ tokens }) => {
        const text = withEmojiNames(toPrintable(textOf(tokens)));
        return { text, font: { src: this.#typefaces.fontFor({ bold }, typefaceOf(text)) } };
      });
    this.#ensureHeight(TEXT_SIZE * 5);
    document
      .font('Helvetica')
      .fontSize(TEXT_SIZE - 1)
      .fillColor(TEXT_COLOR);
    document.table({
      position: { x: document.page.margins.left + indent, y: document.y },
      maxWidth: this.#widthFrom(indent),
      defaultStyle: { border: 0.5, borderColor: '#b9bbc6', padding: 4 },
      data: [cells(header, true), ...rows.map((row) => cells(row, false))],
    });
    document.x = document.page.margins.left;
    document.y += GAP + 2;
  }

  #printQuote(token: Tokens.Blockquote, indent: number, depth: number): void {
    const alert = ALERT.exec(token.text);
    const { kind, title: written = '' } = alert?.groups ?? {};
    if (!alert || kind === undefined) {
      return this.#printBlocks(marked(token.tokens), indent + INDENT, depth + 1, MUTED_COLOR);
    }
    const title = written.trim() || kind.charAt(0).toUpperCase() + kind.slice(1).toLowerCase();
    this.#printRuns([{ text: title, bold: true }], { indent: indent + INDENT, color: MUTED_COLOR });
    this.#printBlocks(
      parseBlocks(token.text.slice(alert[0].length)),
      indent + INDENT,
      depth + 1,
      MUTED_COLOR,
    );
  }

  #printRule(): void {
    const document = this.#document;
    const { left } = document.page.margins;
    this.#ensureHeight(2 * GAP);
    document
      .moveTo(left, document.y)
      .lineTo(left + this.#widthFrom(0), document.y)
      .lineWidth(0.5)
      .stroke('#b9bbc6');
    document.y += GAP;
  }

  #printImage({ href, alt }: InlineImage, indent: number): void {
    const document = this.#document;
    const image = this.#context.findImage(href);
    const fit: [number, number] = [this.#widthFrom(indent), MAX_IMAGE_HEIGHT];
    try {
      if (!image) throw new Error('No printable image.');
      const [width, height] = [image.width ?? fit[0], image.height ?? fit[1]];
      this.#ensureHeight(height * Math.min(1, fit[0] / width, fit[1] / height));
      const isLarge = width > fit[0] || height > fit[1];
      const { left } = document.page.margins;
      const { buffer, byteOffset, byteLength } = image.data;
      const data = Buffer.from(buffer, byteOffset, byteLength);
      document.image(data, left + indent, document.y, isLarge ? { fit } : {});
      document.x = left;
      document.y += GAP;
    } catch {
      // Unsupported format or damaged bytes: show what should be there.
      this.#printRuns([{ text: `[Image: ${alt || href}]`, italic: true }], { indent, color: MUTED_COLOR });
    }
  }

  #widthFrom(indent: number): number {
    const { width, margins } = this.#document.page;
    return Math.max(60, width - margins.left - margins.right - indent);
  }

  /** Starts a new page if less than `height` is left. */
  #ensureHeight(height: number): void {
    const { page } = this.#document;
    const bottom = page.height - page.margins.bottom;
    const isFresh = this.#document.y <= page.margins.top;
    if (this.#document.y + height > bottom && !isFresh) this.#document.addPage();
  }
}

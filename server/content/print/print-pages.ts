import { setImmediate as breathe } from 'node:timers/promises';
import type { UsesAsMarkdown } from '../documents/plain-markdown.ts';
import { BlockPrinter, type PrintContext } from './block-printer.ts';
import { withEmojiNames } from './emoji.ts';
import { DocumentFonts } from './fonts.ts';
import { toPrintable, typefaceOf, unprintableScripts } from './printable.ts';

const MARGIN = 64;

export interface PrintedPage {
  title: string;
  description?: string | undefined;
  markdown: string;
  /** The page's URL in the console. */
  url: string;
  /** The number of parent pages: 0 at the top. */
  depth: number;
}

export interface PrintJob extends PrintContext {
  /** The document title. */
  title: string;
  pages: readonly PrintedPage[];
  /** What the blocks of the pages show of API specifications. */
  uses?: UsesAsMarkdown | undefined;
  /** The creation date. */
  now: Date;
}

/**
 * Prints pages as a PDF document (A4): each page of the space starts on a new sheet, with its title and an outline
 * entry; every sheet is numbered. Yields to other requests between pages.
 */
export async function printPages(job: PrintJob): Promise<Buffer> {
  // Loaded on first use: only printing needs the fonts and the PDF writer.
  const { default: PdfDocument } = await import('pdfkit');
  const document = new PdfDocument({
    size: 'A4',
    margins: { top: MARGIN, bottom: MARGIN, left: MARGIN, right: MARGIN },
    bufferPages: true,
    autoFirstPage: false,
    displayTitle: true,
    info: {
      Title: job.title,
      CreationDate: job.now,
      ModDate: job.now,
      Producer: 'Bindery',
      Creator: 'Bindery',
    },
  });
  const chunks: Buffer[] = [];
  const finished = new Promise<Buffer>((resolve, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.on('end', () => resolve(Buffer.concat(chunks)));
    document.on('error', reject);
  });
  const printer = new BlockPrinter(document, job);
  if (job.pages.length === 0) document.addPage();
  const missing = job.pages.map(scriptsOf);
  for (const [index, page] of job.pages.entries()) {
    document.addPage();
    if (index === 0) printMissing(printer, job.pages, missing);
    document.outline.addItem(`${'  '.repeat(page.depth)}${page.title}`);
    printer.printHeading([{ text: page.title }], 1);
    const scripts = [...(missing[index] ?? [])];
    if (scripts.length > 0) {
      const note = `Some text of this page can't be printed: ${scripts.join(', ')}. `;
      printer.printNote([{ text: note }, { text: 'Read it online.', link: page.url }]);
    }
    if (page.description) printer.printMarkdown(page.description);
    printer.printMarkdown(page.markdown, job.uses);
    await breathe();
  }
  numberPages(document, job.title);
  document.end();
  return finished;
}

function scriptsOf({ title, description = '', markdown }: PrintedPage): ReadonlySet<string> {
  return unprintableScripts(`${title}\n${description}\n${markdown}`);
}

/** Of so many pages the names are printed. */
const MAX_NAMED_PAGES = 20;

/** Says at the beginning of a document of several pages which of them are not complete. */
function printMissing(
  printer: BlockPrinter,
  pages: readonly PrintedPage[],
  missing: readonly ReadonlySet<string>[],
): void {
  const incomplete = pages.filter((_, index) => (missing[index]?.size ?? 0) > 0);
  if (pages.length === 1 || incomplete.length === 0) return;
  const scripts = [...new Set(missing.flatMap((names) => [...names]))].join(', ');
  const pageNames = incomplete.slice(0, MAX_NAMED_PAGES).map(({ title }) => `“${title}”`);
  const others = incomplete.length - pageNames.length;
  const more = others > 0 ? ` and on ${others} more` : '';
  printer.printNote([
    { text: `Some text can't be printed: ${scripts}. It is left out on ${pageNames.join(', ')}${more}.` },
  ]);
}

function numberPages(document: PDFKit.PDFDocument, title: string): void {
  const { start, count } = document.bufferedPageRange();
  const shownTitle = withEmojiNames(toPrintable(title)).slice(0, 80);
  const typefaces = new DocumentFonts(document);
  for (let page = start; page < start + count; page += 1) {
    document.switchToPage(page);
    const { height, width, margins } = document.page;
    // Text below the margin would start a new sheet.
    document.page.margins = { ...margins, bottom: 0 };
    document
      .font(typefaces.fontFor({}, typefaceOf(shownTitle)))
      .fontSize(8)
      .fillColor('#60646c');
    const options = { width: width - 2 * MARGIN, lineBreak: false };
    document.text(shownTitle, MARGIN, height - MARGIN / 2, options);
    const number = `${page - start + 1} / ${count}`;
    document.text(number, width - MARGIN - document.widthOfString(number), height - MARGIN / 2, {
      lineBreak: false,
    });
    document.page.margins = margins;
  }
}

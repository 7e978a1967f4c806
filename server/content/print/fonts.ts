import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Typeface } from './printable.ts';
import { unpackWoff } from './unpack-woff.ts';

/** The style of a run of text. */
export interface FontStyle {
  bold?: boolean;
  italic?: boolean;
  code?: boolean;
}

const require = createRequire(import.meta.url);

/** The extended fonts, embedded into documents. PDF readers have the standard ones. */
const EXTENDED_FONTS = {
  regular: () => require.resolve('@fontsource/dejavu-sans/files/dejavu-sans-latin-400-normal.woff'),
  italic: () => require.resolve('@fontsource/dejavu-sans/files/dejavu-sans-latin-400-italic.woff'),
  bold: () => require.resolve('@fontsource/dejavu-sans/files/dejavu-sans-latin-700-normal.woff'),
  boldItalic: () => require.resolve('@fontsource/dejavu-sans/files/dejavu-sans-latin-700-italic.woff'),
  code: () => require.resolve('@fontsource/dejavu-mono/files/dejavu-mono-latin-400-normal.woff'),
  boldCode: () => require.resolve('@fontsource/dejavu-mono/files/dejavu-mono-latin-700-normal.woff'),
};

/** Loaded fonts, shared by all documents. */
const fontCache = new Map<string, Buffer>();

/** The fonts of one document. Unused fonts are neither loaded nor embedded. */
export class DocumentFonts {
  readonly #document: PDFKit.PDFDocument;
  readonly #registered = new Set<string>();

  constructor(document: PDFKit.PDFDocument) {
    this.#document = document;
  }

  /** The font name for a style. Fonts that are no standard ones are embedded. */
  fontFor(style: FontStyle, typeface: Typeface): string {
    if (typeface === 'standard') return standardFont(style);
    const file = typeface === 'extended' ? EXTENDED_FONTS[extendedFont(style)]() : typeface.emojiFile;
    if (!this.#registered.has(file)) this.#document.registerFont(file, loadFont(file));
    this.#registered.add(file);
    return file;
  }
}

function loadFont(file: string): Buffer {
  const font = fontCache.get(file) ?? unpackWoff(readFileSync(file));
  fontCache.set(file, font);
  return font;
}

function extendedFont({ bold, italic, code }: FontStyle): keyof typeof EXTENDED_FONTS {
  if (code) return bold ? 'boldCode' : 'code';
  if (bold) return italic ? 'boldItalic' : 'bold';
  return italic ? 'italic' : 'regular';
}

function standardFont({ bold, italic, code }: FontStyle): string {
  if (code) return bold ? 'Courier-Bold' : 'Courier';
  if (bold) return italic ? 'Helvetica-BoldOblique' : 'Helvetica-Bold';
  return italic ? 'Helvetica-Oblique' : 'Helvetica';
}

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { unpackWoff } from './unpack-woff.ts';

/** How a stretch of text looks. */
export interface FontStyle {
  bold?: boolean;
  italic?: boolean;
  code?: boolean;
}

const require = createRequire(import.meta.url);

/** Our own fonts, where they are. Readers of the standard ones have those themselves. */
const EXTENDED_FONTS = {
  regular: () => require.resolve('@fontsource/dejavu-sans/files/dejavu-sans-latin-400-normal.woff'),
  italic: () => require.resolve('@fontsource/dejavu-sans/files/dejavu-sans-latin-400-italic.woff'),
  bold: () => require.resolve('@fontsource/dejavu-sans/files/dejavu-sans-latin-700-normal.woff'),
  boldItalic: () => require.resolve('@fontsource/dejavu-sans/files/dejavu-sans-latin-700-italic.woff'),
  code: () => require.resolve('@fontsource/dejavu-mono/files/dejavu-mono-latin-400-normal.woff'),
  boldCode: () => require.resolve('@fontsource/dejavu-mono/files/dejavu-mono-latin-700-normal.woff'),
};

/** Fonts that were read, for all documents to come. */
const fontCache = new Map<string, Buffer>();

/** The fonts of one document. What it does not use is neither read nor part of it. */
export class DocumentFonts {
  readonly #document: PDFKit.PDFDocument;
  readonly #registered = new Set<string>();

  constructor(document: PDFKit.PDFDocument) {
    this.#document = document;
  }

  /** The name of the font for a style: a standard one, or (`isExtended`) one of our own, which the document then holds. */
  fontFor(style: FontStyle, isExtended: boolean): string {
    if (!isExtended) return standardFont(style);
    const key = extendedFont(style);
    if (!this.#registered.has(key)) this.#document.registerFont(key, loadFont(key));
    this.#registered.add(key);
    return key;
  }
}

function loadFont(key: keyof typeof EXTENDED_FONTS): Buffer {
  const font = fontCache.get(key) ?? unpackWoff(readFileSync(EXTENDED_FONTS[key]()));
  fontCache.set(key, font);
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

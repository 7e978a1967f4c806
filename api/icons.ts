/**
 * Icons by the names that people enter: those of Font Awesome, which other documentation platforms use, and those of the
 * drawings. The table is `icons.yaml`. Console and reader draw the same ones.
 */
import { drawings, otherNames } from './generated/icons.gen.ts';

/** `fa-solid fa-book-open`, `fas:book-open` and `solid/book-open` all name `book-open`. */
function plainName(name: string): string {
  const last =
    name
      .trim()
      .toLowerCase()
      .split(/[\s:/]+/)
      .at(-1) ?? '';
  return last.replace(/^fa-/, '');
}

/**
 * The drawing of an icon: path data of lines in a square of 24 units. Undefined for a name without one, such as that of a
 * brand, and for the URL of an image.
 */
export function drawingOf(name: string): string | undefined {
  if (name.includes('://')) return undefined;
  const plain = plainName(name);
  const drawing = Object.hasOwn(otherNames, plain) ? otherNames[plain] : plain;
  return drawing !== undefined && Object.hasOwn(drawings, drawing) ? drawings[drawing] : undefined;
}

/** A drawing with all names that lead to it, its own first. */
export interface NamedDrawing {
  readonly names: readonly string[];
  readonly path: string;
}

/** All drawings, in alphabetical order of their own names. */
export function namedDrawings(): NamedDrawing[] {
  const names = new Map(Object.keys(drawings).map((name) => [name, [name]]));
  for (const [name, drawing] of Object.entries(otherNames)) names.get(drawing)?.push(name);
  return Object.entries(drawings).map(([name, path]) => ({ names: names.get(name) ?? [name], path }));
}

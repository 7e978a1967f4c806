import { drawingOf } from '#api/icons.ts';
import { html, Markup, type Renderable, src } from '#server/base/markup.ts';

/** Line drawings of 24 × 24 units. */
const paths = {
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14M20 20l-4-4',
  menu: 'M4 7h16M4 12h16M4 17h16',
  language: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M3 12h18M12 3c-5 6-5 12 0 18 5-6 5-12 0-18',
  edit: 'M4 20l1-4L16 5l3 3L8 19z',
  variants: 'M12 4l8 4-8 4-8-4zM4 12l8 4 8-4M4 16l8 4 8-4',
  markdown: 'M6 3h8l4 4v14H6zM9 12h6M9 16h6',
};

/** A drawing beside a text or in a labelled control; never read out. */
export function icon(name: keyof typeof paths): Markup {
  return draw(paths[name]);
}

/** The icon that an author has named, or the image at its URL; nothing for a name without a drawing. */
export function namedIcon(name = ''): Renderable {
  if (name.startsWith('https://')) return html`<img class="icon" alt="" ${src(name)} />`;
  const drawing = drawingOf(name);
  return drawing !== undefined && draw(drawing);
}

function draw(path: string): Markup {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${path}" /></svg>`;
}

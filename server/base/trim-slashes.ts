/** Slashes at the ends of paths, in linear time: an expression that ends with `\/+$` begins anew at each slash of a long row. */

/** A text without the slashes at its end. */
export function trimEndSlashes(text: string): string {
  let end = text.length;
  while (text[end - 1] === '/') end -= 1;
  return text.slice(0, end);
}

/** A text without the slashes at its beginning and at its end. */
export const trimSlashes = (text: string): string => trimEndSlashes(text.replace(/^\/+/, ''));

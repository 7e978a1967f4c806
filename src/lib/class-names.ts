/** Joins the given class names: `classNames('row', selected && 'row-selected')`. */
export function classNames(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}

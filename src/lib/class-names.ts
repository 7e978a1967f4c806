/** Joins the class names that are there: `classNames('row', selected && 'row-selected')`. */
export function classNames(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}

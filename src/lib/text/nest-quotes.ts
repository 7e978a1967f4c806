/**
 * A text with its quotes told apart: those within others become single. `Merge “Change “Oil””?` is shown as
 * `Merge “Change ‘Oil’”?`. For texts that put a name in quotes, as names may have quotes of their own. A text whose
 * quotes don't pair up is returned unchanged.
 */
export function nestQuotes(text: string): string {
  let depth = 0;
  let pairUp = true;
  const nested = text.replace(/[“”]/g, (quote) => {
    if (quote === '”') depth -= 1;
    if (depth < 0) pairUp = false;
    const isInner = depth % 2 === 1;
    if (quote === '“') {
      depth += 1;
      return isInner ? '‘' : '“';
    }
    return isInner ? '’' : '”';
  });
  return pairUp && depth === 0 ? nested : text;
}

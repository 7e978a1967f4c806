/** Whether two words differ by one letter changed, added, removed or swapped. */
export function isSimilar(a: string, b: string): boolean {
  if (a === b) return true;
  let start = 0;
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  return Math.max(a.length, b.length) - start - end <= 2 && Math.abs(a.length - b.length) <= 1;
}

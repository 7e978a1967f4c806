/** A count with its noun: `countOf(1, 'space')` → "1 space", `countOf(2, 'reply', 'replies')` → "2 replies". */
export function countOf(value: number, one: string, many = `${one}s`): string {
  return `${value} ${value === 1 ? one : many}`;
}

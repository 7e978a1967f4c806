/** Hands a text to the browser as a file. @param name with its ending: `members.csv` */
export function downloadText(name: string, text: string, type = 'text/csv'): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads the address after this function has returned.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** A file name for something made today: `fileName('Members of Ada & Co', 'csv')` → `members-of-ada-co-2026-11-21.csv`. */
export function fileName(title: string, ending: string, day = new Date()): string {
  const words = title
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  return `${words.join('-')}-${day.toISOString().slice(0, 10)}.${ending}`;
}

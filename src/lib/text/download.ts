/** Downloads a text as a file.  @param fileName with extension: `members.csv` */
export function downloadText(fileName: string, text: string, type = 'text/csv'): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // Revoked later, because the browser reads the URL after this function returns.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/**
 * A file name with today's date: `datedFileName('Members of Ada & Co', 'csv')` → `members-of-ada-co-2026-11-21.csv`.
 */
export function datedFileName(title: string, extension: string, day = new Date()): string {
  const words = title
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  // The user's day: in the evening of the Americas it is already tomorrow in UTC.
  const local = new Date(day.getTime() - day.getTimezoneOffset() * 60_000);
  return `${words.join('-')}-${local.toISOString().slice(0, 10)}.${extension}`;
}

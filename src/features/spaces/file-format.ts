const units = ['bytes', 'KB', 'MB', 'GB'];
const numbers = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

/**
 * A readable file size: 1536 → "1.5 KB".
 *
 * @param bytes not negative
 */
export function formatSize(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(Math.floor(Math.log(bytes) / Math.log(1024)), units.length - 1);
  return `${numbers.format(bytes / 1024 ** step)} ${units[step] ?? ''}`;
}

/** Whether browsers display the file as an image. SVG counts: as an image it runs no scripts. */
export function isDisplayableImage(contentType: string): boolean {
  return /^image\/(png|jpeg|gif|webp|avif|svg\+xml)\b/.test(contentType);
}

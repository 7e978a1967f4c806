import { formatNumber } from './format.ts';

const units = ['bytes', 'KB', 'MB', 'GB', 'TB'];

/**
 * A readable file size: 1536 → "1.5 KB".
 *
 * @param bytes not negative
 */
export function formatSize(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(Math.floor(Math.log(bytes) / Math.log(1024)), units.length - 1);
  return `${formatNumber(Math.round((bytes / 1024 ** step) * 10) / 10)} ${units[step] ?? ''}`;
}

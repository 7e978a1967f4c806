import type { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { isFullUrl } from '#server/base/parse-url.ts';
import { isVisible } from '#server/base/visible-text.ts';

/** Adds the contract's formats to a validator. */
export function addContractFormats(ajv: Ajv): void {
  formats.default(ajv, ['date-time', 'email']);
  ajv.addFormat('uri', isFullUrl);
  ajv.addFormat('visible', isVisible);
  ajv.addFormat('color', /^#[0-9a-f]{6}$/i);
  ajv.addFormat('visible-or-empty', (text: string) => text === '' || isVisible(text));
}

/** The problem with a value of another format, as it continues a sentence. */
export function describeFormat(format: string): string {
  switch (format) {
    case 'uri':
      return 'must be a full URL, such as https://example.com';
    case 'date-time':
      return 'must be a date and time, such as 2026-01-31T12:00:00Z';
    case 'email':
      return 'must be an email address';
    case 'color':
      return 'must be a color, such as #3451b2';
    case 'visible':
      return 'must contain a visible character';
    case 'visible-or-empty':
      return 'must contain a visible character, or be empty';
    default:
      return `must be a valid ${format}`;
  }
}

import { parseDocument } from 'yaml';

/** Longer files of settings are not read. */
const MAX_SETTINGS = 5 * 1024 * 1024;

/** Reads YAML with a limit of its size and of what aliases may multiply; tags are ignored. */
export function readYaml(source: string): { value: unknown } | { problem: string } {
  if (source.length > MAX_SETTINGS) return { problem: 'The file is too large.' };
  try {
    const document = parseDocument(source, { uniqueKeys: false, logLevel: 'silent', strict: false });
    const [error] = document.errors;
    if (error) return { problem: error.message.split('\n', 1)[0] ?? 'The file is damaged.' };
    return { value: document.toJS({ maxAliasCount: 100 }) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { problem: error instanceof RangeError ? 'It is nested too deeply.' : message };
  }
}

export function toRecord(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
}

export function toText(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

export function toList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Stands for a branch that does not exist. */
export const NO_OBJECT = '0'.repeat(40);

export function isObjectId(text: string): boolean {
  return /^[\da-f]{40}$/.test(text) && text !== NO_OBJECT;
}

/** Whether a text can be the name of a branch, as `git check-ref-format --branch` decides. */
export function isBranchName(name: string): boolean {
  if (name === '' || name.length > 250 || name === '@' || name.startsWith('-')) return false;
  // eslint-disable-next-line no-control-regex -- Control characters are what is looked for.
  if (/[\u0000-\u0020\u007F~^:?*[\\]|\.\.|@\{|\/\/|^\/|\/$|\.$/.test(name)) return false;
  return name.split('/').every((part) => !part.startsWith('.') && !part.endsWith('.lock'));
}

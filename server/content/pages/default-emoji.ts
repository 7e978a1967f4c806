/** Of a space that is created without one. Readers don't see it: it was not chosen. */
export const DEFAULT_EMOJI = '📄';

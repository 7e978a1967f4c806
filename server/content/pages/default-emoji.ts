/** Of a space that is created without one. Readers don't see it: nobody chose it. */
export const DEFAULT_EMOJI = '📄';

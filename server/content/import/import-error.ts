/** Something that cannot be imported; the message is one plain sentence for the caller. */
export class ImportError extends Error {}

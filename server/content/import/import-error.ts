/** An import failed; the message is one sentence for the caller. */
export class ImportError extends Error {}

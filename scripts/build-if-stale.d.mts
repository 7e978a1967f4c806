/** Whether a source changed since the last build, or there was none. */
export function isStale(): boolean;

/** Builds when needed. Throws when the build fails. */
export function buildIfStale(): void;

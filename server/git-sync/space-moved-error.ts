/** The space was changed while a commit was merged. */
export class SpaceMovedError extends Error {}

/**
 * The icon that `<i class="fa-solid fa-star">` names: `fa-star`. Undefined for classes of something else. Apart from the
 * drawings (`icons.ts`), which are large.
 */
export const iconOfClass = (classes: string): string | undefined =>
  classes.split(/\s+/).findLast((name) => /^fa-(?!(?:solid|regular|light|brands|duotone)$)/.test(name));

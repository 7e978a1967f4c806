import type { CommentSeed } from './seed-data.ts';

type Target = Pick<CommentSeed, 'space' | 'change' | 'page' | 'block'>;
type Extra = Omit<CommentSeed, keyof Target | 'by' | 'ago' | 'text'>;

/** A comment: what it is about, who wrote it, how many days ago, what it says, and what became of it. */
export function thread(
  target: Target,
  by: string,
  ago: number,
  text: string,
  extra: Extra = {},
): CommentSeed {
  return { ...target, by, ago, text, ...extra };
}

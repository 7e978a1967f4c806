import type { RevisionCommit } from '#api/generated/types.gen.ts';

/** What a commit says and who wrote it: “Say uno · Robin”. */
export const describeCommit = ({ message, author }: RevisionCommit): string | undefined =>
  [message, author].filter((text) => text !== undefined).join(' · ') || undefined;

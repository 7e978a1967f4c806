import { LEVEL } from '#server/access/roles.ts';
import { forbidden } from '#server/errors.ts';
import type { CommentPermissions } from '#api/generated/types.gen.ts';

/** Someone in front of a comment or reply: who, and their level on its space. */
export interface Reader {
  userId: string;
  level: number;
}

/** A comment or reply, as far as deciding about it goes. */
interface Posted {
  posted_by: string | null;
}

/** Throws 403 unless the reader may write comments and replies, react, resolve and reopen. */
export function requireCommenting({ level }: Reader): void {
  if (level < LEVEL.comment) throw forbidden('You need the permission "comment" on this space.');
}

/** Throws 403 unless the reader wrote it. */
export function requireAuthor(reader: Reader, posted: Posted): void {
  if (!isAuthor(reader, posted)) throw forbidden('Only its author can change the text.');
}

/** Throws 403 unless the reader wrote it or manages the space. */
export function requireDeleting(reader: Reader, posted: Posted): void {
  if (commentPermissions(reader, posted).delete) return;
  throw forbidden('You need the permission "admin" on this space to delete what others wrote.');
}

/** What a reader may do with a comment or reply. */
export function commentPermissions(reader: Reader, posted: Posted): CommentPermissions {
  const author = isAuthor(reader, posted);
  return {
    view: true,
    edit: author,
    reply: reader.level >= LEVEL.comment,
    delete: author || reader.level >= LEVEL.create,
  };
}

function isAuthor({ userId }: Reader, { posted_by }: Posted): boolean {
  return posted_by === userId;
}

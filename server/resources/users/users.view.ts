import type { Row } from '#server/database/schema.ts';
import type { User } from '#server/generated/types.gen.ts';

/** The columns of a user that leave. */
export type UserRow = Pick<Row<'users'>, 'id' | 'display_name' | 'email' | 'photo_url'>;

/** A person, as every resource mentions one. */
export function toUserView(row: UserRow): User {
  return {
    object: 'user',
    id: row.id,
    displayName: row.display_name,
    email: row.email,
    ...(row.photo_url === null ? {} : { photoURL: row.photo_url }),
    urls: {},
  };
}

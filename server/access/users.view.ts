import type { Row } from '#server/database/schema.ts';
import type { User } from '#api/generated/types.gen.ts';

/** The columns of a user that leave. */
export type UserRow = Pick<Row<'users'>, 'id' | 'display_name' | 'email' | 'photo_url'>;

/** The columns of somebody who did something, from a left join on users: null where the account is gone. */
export interface AuthorRow {
  display_name: string | null;
  email: string | null;
  photo_url: string | null;
}

/** Whoever did something; of an account that is gone no more than the id is left, and often not that. */
export function toAuthorView(id: string | null, { display_name, email, photo_url }: AuthorRow): User {
  if (id === null || display_name === null || email === null) {
    return { object: 'user', id: id ?? 'deleted', displayName: 'Deleted account', urls: {} };
  }
  return toUserView({ id, display_name, email, photo_url });
}

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

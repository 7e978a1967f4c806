import type { CurrentUser, User } from '#api/generated/types.gen.ts';
import { isAddressOfDeleted } from '#server/base/email-addresses.ts';
import type { Row } from '#server/database/tables/schema.ts';
import type { Actor } from './actor.ts';

/** The public columns of a user. */
export type UserRow = Pick<Row<'users'>, 'id' | 'display_name' | 'email' | 'photo_url'>;

/** From a left join on users: null where there is no account, as in earlier releases for a deleted one. */
export interface AuthorRow {
  display_name: string | null;
  email: string | null;
  photo_url: string | null;
}

/** A deleted account leaves at most its id. Accounts that people delete themselves keep their name. */
export function toAuthorView(id: string | null, { display_name, email, photo_url }: AuthorRow): User {
  if (id === null || display_name === null || email === null) {
    return { object: 'user', id: id ?? 'deleted', displayName: 'Deleted account', urls: {} };
  }
  return toUserView({ id, display_name, email, photo_url });
}

export function toUserView(row: UserRow): User {
  return {
    object: 'user',
    id: row.id,
    displayName: row.display_name,
    ...(!isAddressOfDeleted(row.email) && { email: row.email }),
    ...(row.photo_url === null ? {} : { photoURL: row.photo_url }),
    urls: {},
  };
}

/** The caller, as themselves. */
export function toCallerView({ user, isOperator }: Pick<Actor, 'user' | 'isOperator'>): CurrentUser {
  const { id, displayName: display_name, email, photoURL: photo_url } = user;
  return { ...toUserView({ id, display_name, email, photo_url }), ...(isOperator && { operator: true }) };
}

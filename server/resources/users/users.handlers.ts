import { toUserView } from '#server/access/users.view.ts';
import type { Handlers } from '#server/contract/contract.ts';

/** The owner of the token. */
export const userHandlers = {
  async getCurrentUser({ actor: { user } }) {
    return toUserView({
      id: user.id,
      display_name: user.displayName,
      email: user.email,
      photo_url: user.photoURL,
    });
  },
} satisfies Handlers<'getCurrentUser'>;

import { toCallerView } from '#server/access/users.view.ts';
import type { Handlers } from '#server/contract/contract.ts';

/** The owner of the token. */
export const userHandlers = {
  async getCurrentUser({ actor }) {
    return toCallerView(actor);
  },
} satisfies Handlers<'getCurrentUser'>;

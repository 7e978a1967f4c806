import type { Handlers } from '../contract.ts';
import { memberHandlers } from './members/members.handlers.ts';
import type { Served } from './not-yet.ts';
import { serverInfoHandlers } from './server-info/server-info.handlers.ts';
import { userHandlers } from './users/users.handlers.ts';

/** Who answers each operation. It does not compile while one is missing. */
export const handlers: Handlers<Served> = {
  ...memberHandlers,
  ...serverInfoHandlers,
  ...userHandlers,
};

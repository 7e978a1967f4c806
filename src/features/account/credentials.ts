import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '#src/api/errors.ts';
import { type AuthMethod, requestWithSession } from '#src/api/session/request-with-session.ts';

/** The ways in which the person signs in. */
export interface Credentials {
  email: string;
  /** Null without a password. */
  password: { setAt: string } | null;
  /** Whether a change of the password takes the current one. */
  needsCurrentPassword: boolean;
  passkeys: readonly Passkey[];
  identities: Identities;
}

/** At which identity providers the person is known. */
interface Identities {
  linked: readonly LinkedIdentity[];
  /** The providers of the person's organizations. */
  providers: readonly ProviderTitle[];
  /** An identity that a provider returned in this browser and the person has to confirm. */
  pending: PendingIdentity | null;
}

export interface ProviderTitle {
  id: string;
  label: string;
  organization: { id: string; title: string };
}

export interface LinkedIdentity {
  id: string;
  provider: ProviderTitle;
  /** As the provider calls the person. */
  email: string;
  linkedAt: string;
  lastUsedAt: string | null;
}

export type PendingIdentity = Pick<LinkedIdentity, 'provider' | 'email'>;

export interface Passkey {
  id: string;
  name: string;
  createdAt: string;
  lastUsedAt: string | null;
}

/** Calls `/auth/credentials`. Throws ApiError. */
export const requestCredentials = <Result = null>(
  method: AuthMethod,
  path = '',
  body?: object,
): Promise<Result> => requestWithSession<Result>(method, `/credentials${path}`, body);

/** Null on servers that have no passwords and passkeys. */
export const ownCredentials = () =>
  queryOptions({
    queryKey: ['own-credentials'],
    queryFn: async (): Promise<Credentials | null> => {
      try {
        return await requestCredentials<Credentials>('GET');
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
  });

/** The address that an identity provider mails to, for an account that has only its name for the person. */
export interface OfferedAddress {
  email: string;
  /** The current value of the account. */
  current: string;
  /** The label of the provider. */
  provider: string;
  /** Whether this session may take it. */
  canTake: boolean;
  needsCurrentPassword: boolean;
}

/** Null if nothing is offered. */
export const offeredAddress = () =>
  queryOptions({
    queryKey: ['offered-address'],
    queryFn: async (): Promise<OfferedAddress | null> => {
      try {
        return (await requestCredentials<{ offer: OfferedAddress | null }>('GET', '/offered-email')).offer;
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
  });

/** How mail reaches the person. */
export interface OwnAddress {
  email: string;
  isConfirmed: boolean;
  /** Why the mail server rejects mail to it; null unless it does. */
  refusal: { reason: string; refusedAt: string } | null;
  /** Whether the server sends mail. */
  hasMail: boolean;
  /** Whether it sends mail to this address: not to those of the demonstration. */
  canMail: boolean;
  /** Whether this session may confirm it. */
  canConfirm: boolean;
}

/** Null on servers without it, such as earlier versions. */
export const ownAddress = () =>
  queryOptions({
    queryKey: ['own-address'],
    queryFn: async (): Promise<OwnAddress | null> => {
      try {
        return await requestCredentials<OwnAddress>('GET', '/email');
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
  });

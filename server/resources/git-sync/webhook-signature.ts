import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { isSameSecret } from '#server/access/tokens.ts';

/** Headers with a signature: HMAC-SHA256 of the body in hexadecimal digits, with what stands before it. */
const SIGNATURE_HEADERS: readonly { name: string; prefix: string }[] = [
  // GitHub, Bitbucket, Gitea, Forgejo
  { name: 'x-hub-signature-256', prefix: 'sha256=' },
  { name: 'x-hub-signature', prefix: 'sha256=' },
  { name: 'x-gitea-signature', prefix: '' },
  { name: 'x-forgejo-signature', prefix: '' },
];

/** Sent by GitLab: the secret itself. */
const TOKEN_HEADER = 'x-gitlab-token';

/** Whether something of a repository's host was sent by one that knows the secret. */
export function isSignedWith(secret: string, body: Buffer, headers: IncomingHttpHeaders): boolean {
  if (secret === '') return false;
  const token = headers[TOKEN_HEADER];
  if (typeof token === 'string') return isSameSecret(token, secret);
  const digest = createHmac('sha256', secret).update(body).digest('hex');
  return SIGNATURE_HEADERS.some(({ name, prefix }) => {
    const signature = headers[name];
    return typeof signature === 'string' && isSameSecret(signature, `${prefix}${digest}`);
  });
}

/** The forms of one's own account, which the same person may have open twice. They need a server at a host name. */
import { Authenticator } from '../../server/test/authenticator.ts';
import { press } from '../faults/fault-actions.ts';
import { type EditedForm, inDialog } from './edited-form.ts';

/** Calls `/auth` in a separate session. */
async function openSession(origin: string, token: string) {
  const send = async (method: string, path: string, body?: object, accessToken?: string) => {
    const response = await fetch(`${origin}/auth${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(accessToken !== undefined && { authorization: `Bearer ${accessToken}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
    return JSON.parse((await response.text()) || 'null');
  };
  const { accessToken } = await send('POST', '/session', { token });
  return (method: string, path: string, body?: object) =>
    send(method, `/credentials${path}`, body, accessToken);
}

export const accountForms: readonly EditedForm[] = [
  {
    form: 'account/rename-passkey-form',
    name: 'the name of a passkey',
    async arrange({ path, admin }) {
      const { origin } = new URL(path());
      const send = await openSession(origin, admin.token);
      const options = await send('POST', '/passkey-options', {});
      await send('POST', '/passkeys', { passkey: new Authenticator(origin).create(options) });
      const find = async (): Promise<{ id: string; name: string }> => (await send('GET', '')).passkeys[0];
      const { id } = await find();
      return {
        screen: '/account',
        write: (name) => send('PATCH', `/passkeys/${id}`, { name }),
        read: async () => (await find()).name,
      };
    },
    open: press(/^Rename passkey/),
    ...inDialog('Name', 'Rename'),
  },
];

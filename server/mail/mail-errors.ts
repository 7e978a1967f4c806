/** Replies of a mail server that are longer say nothing more. */
const MAX_REPLY_LENGTH = 200;

/** Why a message was not delivered. */
export interface MailProblem {
  /** One or two sentences: what happened, and what to do. */
  reason: string;
  /** Another attempt would end the same way. */
  isPermanent: boolean;
  /** What a permanent reply (5xx) is about: the address, or a policy of the mail server (5.7, RFC 3463). */
  refusal?: 'address' | 'policy';
}

/** The code of RFC 3463 for rules of the server, such as those about spam, which may change with the next mail. */
const POLICY_REPLY = /^5\d\d[ -]5\.7\./;

/** Puts an error of the mail library or the file system into words. */
export function describeMailError(error: unknown): MailProblem {
  const { code, command, responseCode, response, message } = fieldsOf(error);
  const reply = response === undefined ? '' : ` It replied: “${shorten(response)}”`;
  const refused = (what: string): MailProblem => {
    const reason = `The mail server rejected ${what}.${reply}`;
    if ((responseCode ?? 0) < 500) return { reason, isPermanent: false };
    return { reason, isPermanent: true, refusal: POLICY_REPLY.test(response ?? '') ? 'policy' : 'address' };
  };
  const passing = (reason: string): MailProblem => ({ reason: reason + reply, isPermanent: false });
  if (responseCode !== undefined && responseCode >= 400 && responseCode < 500)
    return passing('The mail server asked to try again later.');
  switch (code) {
    case 'EAUTH':
    case 'ENOAUTH':
      return passing('The mail server rejected the user name or the password. Check SMTP_URL.');
    case 'EENVELOPE':
      return command === 'MAIL FROM'
        ? passing('The mail server rejected the sender. Check MAIL_FROM.')
        : refused('the recipient');
    case 'EMESSAGE':
      return refused('the message');
    case 'EDNS':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return passing('Couldn’t find the mail server. Check the host name in SMTP_URL.');
    case 'ETIMEDOUT':
    case 'EABORT':
      return passing('The mail server didn’t answer in time. Check host and port in SMTP_URL.');
    case 'ETLS':
      return passing(`Couldn’t encrypt the connection to the mail server: ${shorten(message)}.`);
    case 'EPROTOCOL':
      return passing('This isn’t a mail server, or not a working one. Check host and port in SMTP_URL.');
    case 'ECONNECTION':
    case 'ESOCKET':
      return passing(describeSocketError(message));
    default:
      return passing(`Couldn’t deliver the message: ${shorten(message)}.`);
  }
}

function describeSocketError(message: string): string {
  if (/ECONNREFUSED/.test(message))
    return 'The mail server refused the connection. Check host and port in SMTP_URL.';
  if (/certificate|self.signed|altnames/i.test(message))
    return `The certificate of the mail server isn’t valid: ${shorten(message)}.`;
  if (/wrong version number|SSL routines|packet length too long/i.test(message))
    return 'The mail server doesn’t speak TLS on this port. Use smtp:// for STARTTLS (port 587), smtps:// for TLS (port 465).';
  return `The connection to the mail server broke: ${shorten(message)}.`;
}

function fieldsOf(error: unknown) {
  const read = (name: string): unknown => Reflect.get(Object(error), name);
  const textOf = (name: string) => {
    const value = read(name);
    return typeof value === 'string' ? value : undefined;
  };
  const responseCode = read('responseCode');
  return {
    code: textOf('code'),
    command: textOf('command'),
    response: textOf('response'),
    responseCode: typeof responseCode === 'number' ? responseCode : undefined,
    message: (error instanceof Error ? error.message : String(error)).replace(/\.$/, ''),
  };
}

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > MAX_REPLY_LENGTH ? `${line.slice(0, MAX_REPLY_LENGTH)}…` : line;
}

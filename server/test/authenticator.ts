import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** A passkey's authenticator with one ES256 key, as a platform has it. */
export class Authenticator {
  readonly credentialId = randomBytes(32);
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #origin: string;
  counter = 0;
  #userHandle = '';

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** The response to `navigator.credentials.create`. */
  create(options: { challenge: string; rp: { id?: string }; user: { id: string } }) {
    this.#userHandle = options.user.id;
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.credentialId.length);
    const attested = Buffer.concat([
      Buffer.alloc(16),
      length,
      this.credentialId,
      coseKey(this.#keys.publicKey),
    ]);
    const authData = Buffer.concat([this.#authData(options.rp.id ?? '', FLAGS.attested), attested]);
    const attestationObject = cborMap([
      [cborText('fmt'), cborText('none')],
      [cborText('attStmt'), cborMap([])],
      [cborText('authData'), cborBytes(authData)],
    ]);
    return this.#credential({
      clientDataJSON: this.#clientData('webauthn.create', options.challenge).toString('base64url'),
      attestationObject: attestationObject.toString('base64url'),
      transports: ['internal'],
    });
  }

  /** The response to `navigator.credentials.get`. */
  get(
    options: { challenge: string; rpId?: string },
    { origin = this.#origin, isVerified = true, userHandle = this.#userHandle } = {},
  ) {
    this.counter += 1;
    const flags = isVerified ? FLAGS.verified : FLAGS.present;
    const authenticatorData = this.#authData(options.rpId ?? '', flags);
    const clientData = this.#clientData('webauthn.get', options.challenge, origin);
    const signed = Buffer.concat([authenticatorData, createHash('sha256').update(clientData).digest()]);
    return this.#credential({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authenticatorData.toString('base64url'),
      signature: sign('sha256', signed, this.#keys.privateKey).toString('base64url'),
      userHandle,
    });
  }

  #credential<Response>(response: Response) {
    const id = this.credentialId.toString('base64url');
    return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} } as const;
  }

  #clientData(type: string, challenge: string, origin = this.#origin): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  #authData(rpId: string, flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags]), counter]);
  }
}

const PRESENT = 0x01;
const VERIFIED = 0x04;
const ATTESTED = 0x40;
const FLAGS = { present: PRESENT, verified: PRESENT | VERIFIED, attested: PRESENT | VERIFIED | ATTESTED };

/** An ES256 key in COSE: kty EC2, alg -7, crv P-256, x, y. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return cborMap([
    [Buffer.from([0x01]), Buffer.from([0x02])],
    [Buffer.from([0x03]), Buffer.from([0x26])],
    [Buffer.from([0x20]), Buffer.from([0x01])],
    [Buffer.from([0x21]), cborBytes(Buffer.from(x, 'base64url'))],
    [Buffer.from([0x22]), cborBytes(Buffer.from(y, 'base64url'))],
  ]);
}

const cborHead = (major: number, length: number): Buffer => {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
};
const cborText = (text: string) => Buffer.concat([cborHead(3, text.length), Buffer.from(text)]);
const cborBytes = (bytes: Buffer) => Buffer.concat([cborHead(2, bytes.length), bytes]);
const cborMap = (entries: readonly [Buffer, Buffer][]) =>
  Buffer.concat([cborHead(5, entries.length), ...entries.flat()]);

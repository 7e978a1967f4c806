import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMailer } from '#server/network/mailer.ts';

const directory = mkdtempSync(join(tmpdir(), 'bindery-mail-'));
process.on('exit', () => rmSync(directory, { recursive: true, force: true }));

/** The mailer of the tests' app: it writes files. */
export const testMailer = createMailer({ directory, from: 'Bindery <bindery@test.example>' });

import { runCommandLine } from './commands/command-line.ts';
import { setPrivateUmask } from './database/folder-modes.ts';

setPrivateUmask();
process.exitCode = await runCommandLine(process.argv.slice(2), process.env);

import { runCommandLine } from './commands/command-line.ts';
import { setPrivateUmask } from './database/data-folder/folder-modes.ts';

setPrivateUmask();
// `npm start` keeps a channel open: its end ends the server.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
process.exitCode = await runCommandLine(process.argv.slice(2), process.env);

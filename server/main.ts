import { runCommandLine } from './commands/command-line.ts';
import { makePrivateFiles } from './database/folder-modes.ts';

makePrivateFiles();
process.exitCode = await runCommandLine(process.argv.slice(2), process.env);

import { runCommandLine } from './commands/command-line.ts';

process.exitCode = await runCommandLine(process.argv.slice(2), process.env);

import { runMain } from './commands/main.ts';

await runMain(process.argv.slice(2));

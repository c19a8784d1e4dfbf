import { runMain } from './commands/main.ts';
import { endWithReader } from './commands/output.ts';

endWithReader(process.stdout);
await runMain(process.argv.slice(2));

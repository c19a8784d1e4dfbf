/** The entry of the `parley` command. */
import { runMain } from './commands/program.ts';
import { endWithReader } from './commands/output.ts';
import { mapStacks } from './source-stack.ts';

mapStacks();
endWithReader(process.stdout);
void runMain(process.argv.slice(2));

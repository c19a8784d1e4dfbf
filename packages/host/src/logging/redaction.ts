/** The redaction of the whole project, for the log and the command line. */
export { redactSecrets } from '@parley/core';

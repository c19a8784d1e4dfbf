import { defineCommand } from 'citty';
import { startGateway } from '../start/start-gateway.ts';
import { runSafely } from './failure.ts';
import { chooseAddress, chooseGrace, chooseLogLevel, commonOptions } from './options.ts';
import { refuseUnknown } from './strict.ts';

export const startOptions = {
  ...commonOptions,
  host: {
    type: 'string',
    description: 'Address to listen on (PARLEY_HOST, HOST; 127.0.0.1)',
    valueHint: 'address',
  },
  port: {
    type: 'string',
    description: 'Port to listen on (PARLEY_PORT, PORT; 8787)',
    valueHint: 'port',
  },
  'log-level': {
    type: 'string',
    description: 'debug, info, warn or error (PARLEY_LOG_LEVEL; info)',
    valueHint: 'level',
  },
  grace: {
    type: 'string',
    description: 'Seconds that running streams may take at the end (PARLEY_GRACE; 600)',
    valueHint: 'seconds',
  },
  local: {
    type: 'boolean',
    default: true,
    description: 'Look for model servers on this machine',
    negativeDescription: 'Do not look for model servers on this machine',
  },
} as const;

export const startCommand = defineCommand({
  meta: { name: 'parley start', description: 'Start the gateway' },
  args: startOptions,
  run: ({ args }) =>
    runSafely(async () => {
      refuseUnknown(startOptions, args);
      const { env } = process;
      await startGateway({
        environment: { ...env, ...(args.data && { PARLEY_DATA: args.data }) },
        configuration: args.config,
        address: chooseAddress(args, env),
        logLevel: chooseLogLevel(args['log-level'], env),
        graceMs: chooseGrace(args.grace, env),
        findLocal: args.local,
      });
    }),
});

import { defineParley } from '../definition.ts';
import {
  addressOptions,
  chooseAddress,
  chooseGrace,
  chooseLogLevel,
  commonOptions,
} from '../options.ts';
import { chooseEnvironment } from '../session.ts';

export const start = defineParley({
  summary: 'Start the gateway; this is what parley does without a command',
  options: {
    ...commonOptions,
    ...addressOptions,
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
  },
  examples: ['parley start --port 9000', 'parley start --log-level debug'],
  async run(args) {
    const { env } = process;
    const { startGateway } = await import('../../start/start-gateway.ts');
    await startGateway({
      environment: chooseEnvironment(args),
      configuration: args.config,
      address: chooseAddress(args, env),
      logLevel: chooseLogLevel(args['log-level'], env),
      graceMs: chooseGrace(args.grace, env),
      findLocal: args.local,
    });
  },
});

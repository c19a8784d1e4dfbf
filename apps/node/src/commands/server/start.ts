/** `parley start`: runs the gateway until a signal stops it. */
import { Option } from '@commander-js/extra-typings';
import { logFormats, logLevels, requireLogFormat, requireLogLevel } from '@parley/host';
import { createProcessLogger, requireDrain, requireGrace } from '@parley/host/disk';
import { createStoreCommand, hostOption, portOption } from '../command.ts';
import { chooseAddress, requireWorkers } from '../options.ts';
import { parseSecondsOption, parseWorkersOption } from '../parsers.ts';
import { chooseEnvironment } from '../session.ts';

const logLevelOption = new Option(
  '--log-level <level>',
  'Least important log lines to write (env: PARLEY_LOG_LEVEL, default: info)',
).choices(logLevels);

const logFormatOption = new Option(
  '--log-format <format>',
  'Format of the log; json leaves out all that is no log line (env: PARLEY_LOG_FORMAT, default: text at a terminal)',
).choices(logFormats);

export const createStartCommand = () =>
  createStoreCommand('start', {
    summary: 'Start the gateway; parley without a command does the same',
    examples: ['parley start --port 9000', 'parley start --workers auto'],
  })
    .addOption(hostOption)
    .addOption(portOption)
    .addOption(logLevelOption)
    .addOption(logFormatOption)
    .option(
      '--drain <seconds>',
      'Time in which it accepts requests when it stops, while /readyz answers 503 (env: PARLEY_DRAIN, default: 0)',
      parseSecondsOption,
    )
    .option(
      '--grace <seconds>',
      'Time for running streams to finish when it stops (env: PARLEY_GRACE, default: 600)',
      parseSecondsOption,
    )
    .option(
      '--workers <count>',
      'Processes that share the port; auto for one for each core (env: PARLEY_WORKERS, default: 1)',
      parseWorkersOption,
    )
    .option('--no-local', 'Do not look for model servers on this machine, such as Ollama')
    .action(async (options) => {
      const { env } = process;
      const logLevel = options.logLevel ?? requireLogLevel(env);
      const logFormat = options.logFormat ?? requireLogFormat(env);
      // Loaded here, because no other command needs the server.
      const { findWorkerRole, runAsWorker, runWorkers } = await import('../../start/workers.ts');
      const worker = findWorkerRole();
      const workers = options.workers ?? requireWorkers(env);
      if (worker === undefined && workers > 1) {
        await runWorkers(workers, createProcessLogger(logLevel, { format: logFormat }));
        return;
      }
      const { startGateway } = await import('../../start/start-gateway.ts');
      await runAsWorker(() =>
        startGateway({
          environment: chooseEnvironment(options),
          configurationFile: options.config,
          address: chooseAddress(options, env),
          logLevel,
          logFormat,
          worker,
          workers,
          drainMs: options.drain ?? requireDrain(env),
          graceMs: options.grace ?? requireGrace(env),
          findLocal: options.local,
        }),
      );
    });

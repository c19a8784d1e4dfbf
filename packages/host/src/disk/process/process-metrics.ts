/** What `/metrics` shows of the process, under Prometheus' own names, and of the reloads of its configuration. */
import process from 'node:process';
import type { MetricFamily } from '../../start/start-host.ts';
import type { ReloadRecord } from './reload.ts';

const startedAt = Date.now() / 1_000 - process.uptime();

/** The metrics of this process, as they are now. */
export function readProcessMetrics(reloads: ReloadRecord): readonly MetricFamily[] {
  const { user, system } = process.cpuUsage();
  return [
    createFamily('parley_config_last_reload_successful', {
      help: 'Whether the last read of the configuration file succeeded: 1, or 0 while an older one is in use.',
      value: reloads.isCurrent ? 1 : 0,
    }),
    createFamily('parley_config_last_reload_success_timestamp_seconds', {
      help: 'When the configuration in use was read.',
      value: reloads.loadedAt / 1_000,
    }),
    createFamily('process_start_time_seconds', {
      help: 'When the process started.',
      value: startedAt,
    }),
    createFamily('process_resident_memory_bytes', {
      help: 'Memory of the process that is in RAM.',
      value: process.memoryUsage().rss,
    }),
    createFamily('process_cpu_seconds_total', {
      help: 'Processor time that the process has used.',
      value: (user + system) / 1e6,
      type: 'counter',
    }),
  ];
}

interface Measured {
  readonly help: string;
  readonly value: number;
  readonly type?: MetricFamily['type'];
}

function createFamily(name: string, { help, value, type = 'gauge' }: Measured): MetricFamily {
  return { name, help, type, samples: [{ name, labels: {}, value }] };
}

/** What `/metrics` shows of the process, under Prometheus' own names, and of the reloads of its configuration. */
import process from 'node:process';
import type { MetricFamily } from '../../start/start-host.ts';

/** Whether the configuration in use is the one of the file. */
export interface ReloadRecord {
  /** Milliseconds since 1970 at which the configuration in use was read. */
  readonly loadedAt: number;
  /** False after a reload that failed. */
  readonly isCurrent: boolean;
  /** Notes how a reload ended. */
  note(succeeded: boolean): void;
}

/** Begins with the configuration of the start. */
export function createReloadRecord(now: () => number = Date.now): ReloadRecord {
  let loadedAt = now();
  let isCurrent = true;
  return {
    get loadedAt() {
      return loadedAt;
    },
    get isCurrent() {
      return isCurrent;
    },
    note(succeeded) {
      isCurrent = succeeded;
      if (succeeded) loadedAt = now();
    },
  };
}

const startedAt = Date.now() / 1_000 - process.uptime();

/** The metrics of this process, as they are now. */
export function readProcessMetrics(reloads: ReloadRecord): readonly MetricFamily[] {
  const { user, system } = process.cpuUsage();
  return [
    one('parley_config_last_reload_successful', {
      help: 'Whether the last read of the configuration file succeeded: 1, or 0 while an older one is in use.',
      value: reloads.isCurrent ? 1 : 0,
    }),
    one('parley_config_last_reload_success_timestamp_seconds', {
      help: 'When the configuration in use was read.',
      value: reloads.loadedAt / 1_000,
    }),
    one('process_start_time_seconds', { help: 'When the process started.', value: startedAt }),
    one('process_resident_memory_bytes', {
      help: 'Memory of the process that is in RAM.',
      value: process.memoryUsage().rss,
    }),
    one('process_cpu_seconds_total', {
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

function one(name: string, { help, value, type = 'gauge' }: Measured): MetricFamily {
  return { name, help, type, samples: [{ name, labels: {}, value }] };
}

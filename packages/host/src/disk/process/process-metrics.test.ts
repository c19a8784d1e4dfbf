import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { readProcessMetrics } from './process-metrics.ts';
import { createReloadRecord } from './reload.ts';

describe('the metrics of a process', () => {
  it('tell that the last reload failed, and of when the configuration in use is', () => {
    let now = 1_000;
    const reloads = createReloadRecord(() => now);
    const read = () => {
      const values = new Map(readProcessMetrics(reloads).map((one) => [one.name, one.samples]));
      const valueOf = (name: string) => values.get(`parley_config_last_reload_${name}`)?.[0]?.value;
      return [valueOf('successful'), valueOf('success_timestamp_seconds')];
    };
    expect(read()).toEqual([1, 1]);
    now = 5_000;
    reloads.note(false);
    expect(read()).toEqual([0, 1]);
    reloads.note(true);
    expect(read()).toEqual([1, 5]);
  });

  it('have the names that Prometheus gives them, and plausible values', () => {
    const families = readProcessMetrics(createReloadRecord());
    const valueOf = (name: string) =>
      families.find((family) => family.name === name)?.samples[0]?.value ?? Number.NaN;
    expect(valueOf('process_start_time_seconds')).toBeLessThanOrEqual(Date.now() / 1_000);
    expect(valueOf('process_start_time_seconds')).toBeGreaterThan(1.5e9);
    expect(valueOf('process_resident_memory_bytes')).toBeGreaterThan(1e6);
    const { user, system } = process.cpuUsage();
    expect(valueOf('process_cpu_seconds_total')).toBeLessThanOrEqual((user + system) / 1e6);
  });
});

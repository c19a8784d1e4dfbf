/** Writes metrics in the text format that Prometheus reads (prometheus.io, "Exposition formats", 0.0.4). */
import type { Labels, MetricFamily, Sample } from './metric.ts';

export const expositionType = 'text/plain; version=0.0.4; charset=utf-8';

/** @param families with different names; those without samples are left out */
export function writeExposition(families: readonly MetricFamily[]): string {
  return families
    .filter(({ samples }) => samples.length > 0)
    .map(({ name, help, type, samples }) => {
      const head = `# HELP ${name} ${escape(help)}\n# TYPE ${name} ${type}\n`;
      return head + samples.map(writeSample).join('');
    })
    .join('');
}

function writeSample({ name, labels, value }: Sample): string {
  return `${name}${writeLabels(labels)} ${value}\n`;
}

function writeLabels(labels: Labels): string {
  const written = Object.entries(labels).map(
    ([name, value]) => `${name}="${escape(value).replaceAll('"', String.raw`\"`)}"`,
  );
  return written.length === 0 ? '' : `{${written.join(',')}}`;
}

function escape(text: string): string {
  return text.replaceAll('\\', String.raw`\\`).replaceAll('\n', String.raw`\n`);
}

/**
 * The metrics of several processes as one list, in which the label `worker` tells them apart: a sum over processes
 * would fall when one of them is replaced, which Prometheus takes for a counter that began anew.
 */
export function joinWorkers(
  workers: ReadonlyMap<string, readonly MetricFamily[]>,
): readonly MetricFamily[] {
  const joined = new Map<string, MetricFamily>();
  for (const [worker, families] of workers) {
    for (const { samples, ...description } of families) {
      const labelled = samples.map((one) => ({ ...one, labels: { ...one.labels, worker } }));
      const before = joined.get(description.name)?.samples ?? [];
      joined.set(description.name, { ...description, samples: [...before, ...labelled] });
    }
  }
  return [...joined.values()];
}

/**
 * What a host needs of the admin package. It is an entry of its own, because a bundler loads all that a program uses of
 * an entry together; the endpoints must be loaded only when they are first needed.
 */
export { createAdmin, type AdminOptions } from './admin.ts';
export type { Labels, MetricDescription, MetricFamily, Sample } from './metrics/metric.ts';
export type { MetricsPeers } from './metrics/metrics.ts';
export { createAlerts } from './alerts/alerts.ts';
export { createTraces } from './traces/traces.ts';
export { createSignInLink } from './sessions/sign-in.ts';

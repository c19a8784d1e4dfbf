/** Parsers of option values. Commander turns what they throw into an error that names the option. */
import { availableParallelism } from 'node:os';
import { InvalidArgumentError } from '@commander-js/extra-typings';
import { parsePort, parseSeconds } from '@parley/host/disk';

/** `a, b` → `['a', 'b']`; an empty text becomes an empty list. */
export function parseList(text: string): readonly string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** @throws InvalidArgumentError */
export function parseCount(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Use a whole number.');
}

/** A limit: a whole number of at least 1. @throws InvalidArgumentError */
export function parseLimit(text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Use a whole number of at least 1.');
}

/** @throws InvalidArgumentError */
export function parsePortOption(text: string): number {
  const port = parsePort(text);
  if (port === undefined) throw new InvalidArgumentError('Use a port from 0 to 65535.');
  return port;
}

/** Whole seconds as milliseconds. @throws InvalidArgumentError */
export function parseSecondsOption(text: string): number {
  const milliseconds = parseSeconds(text);
  if (milliseconds === undefined) throw new InvalidArgumentError('Use a whole number of seconds.');
  return milliseconds;
}

/** The number of workers, `auto` for one for each core. @throws InvalidArgumentError */
export function parseWorkersOption(text: string): number {
  const workers = parseWorkers(text);
  if (workers === undefined) throw new InvalidArgumentError('Use a number from 1 to 64, or auto.');
  return workers;
}

/** A number from 1 to 64, or `auto` for one for each core; `undefined` for anything else. */
export function parseWorkers(text: string): number | undefined {
  if (text === 'auto') return Math.min(availableParallelism(), mostWorkers);
  return /^[1-9]\d?$/.test(text) && Number(text) <= mostWorkers ? Number(text) : undefined;
}

const mostWorkers = 64;
const dayMs = 86_400_000;

/**
 * The time that many days from now, in ISO 8601; `never` is returned unchanged. @throws InvalidArgumentError
 */
export function parseExpiry(days: string): string {
  if (days === 'never') return days;
  if (/^[1-9]\d{0,4}$/.test(days)) return new Date(Date.now() + Number(days) * dayMs).toISOString();
  throw new InvalidArgumentError('Use a number of days from 1 to 99999, or never.');
}

/** A date (midnight in UTC) or a time, as ISO 8601. @throws InvalidArgumentError */
export function parseTime(text: string): string {
  const time = Date.parse(text);
  if (Number.isNaN(time)) {
    throw new InvalidArgumentError('Use a date or a time, such as 2026-04-01.');
  }
  return new Date(time).toISOString();
}

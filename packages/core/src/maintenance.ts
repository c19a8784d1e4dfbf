/** Runs recurring work on hosts where nothing runs between two requests. */
import type { Host } from './ports.ts';

/** The pause between two runs during one request, in milliseconds. */
const pauseMs = 5_000;

/**
 * Makes `waitUntil` also run maintenance: once at the start, then every few seconds until the work ends. On
 * some hosts a timer ends with the request that started it.
 * @param maintain does the work that is due; never rejects
 */
export function withMaintenance<Kind extends Host>(
  host: Kind,
  maintain: () => Promise<void>,
): Kind {
  const { waitUntil } = host;
  if (waitUntil === undefined) return host;
  return {
    ...host,
    waitUntil: (work) => {
      waitUntil(maintainDuring(work, maintain));
    },
  };
}

async function maintainDuring(work: Promise<unknown>, maintain: () => Promise<void>) {
  let maintained = maintain();
  const timer = setInterval(() => {
    maintained = maintain();
  }, pauseMs);
  try {
    await work;
  } finally {
    clearInterval(timer);
    await maintained;
  }
}

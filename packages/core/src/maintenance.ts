/** What is due now and then, on hosts where nothing runs between two requests. */
import type { Host } from './ports.ts';

/** The pause between two looks at what is due, in milliseconds. */
const pauseMs = 5_000;

/**
 * Lets maintenance run beside all work that such a host is handed: once at its beginning, and every few
 * seconds while it goes on. The timer is that of the request, which on some hosts ends with it.
 * @param maintain does what is due; never rejects
 */
export function withMaintenance(host: Host, maintain: () => Promise<void>): Host {
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

// Starts the built Worker on workerd, the runtime of Cloudflare, by miniflare.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Miniflare } from 'miniflare';

const settings = readSettings();

/**
 * @param {object} options
 * @param {Readonly<Record<string, string | undefined>>} [options.bindings] variables and secrets
 * @param {string} [options.host] where it listens; 127.0.0.1 unless told
 * @param {number} [options.port] any free one unless told
 * @param {string | undefined} [options.folder] where the data are kept; in memory unless told
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>} `url` without a final slash
 */
export async function startWorker({ bindings = {}, host = '127.0.0.1', port = 0, folder }) {
  const miniflare = new Miniflare({
    modules: true,
    // Named below its own folder: workerd refuses a path that leads out of the one it is started in.
    modulesRoot: fileURLToPath(new URL('../dist', import.meta.url)),
    scriptPath: fileURLToPath(new URL('../dist/main.js', import.meta.url)),
    compatibilityDate: settings.compatibility_date,
    compatibilityFlags: settings.compatibility_flags,
    durableObjects: { STORE: { className: 'StoreObject', useSQLite: true } },
    bindings: Object.fromEntries(
      Object.entries(bindings).filter(([, value]) => value !== undefined),
    ),
    ...(folder !== undefined && { durableObjectsPersist: folder }),
    // What Cloudflare knows of a caller's place would be fetched from the network.
    cf: false,
    // Straight to the Worker: the front that miniflare brings does not tell it that a caller has left.
    unsafeDirectSockets: [{ host, port }],
  });
  try {
    await miniflare.ready;
    const { origin } = await miniflare.unsafeGetDirectURL();
    return { url: origin, stop: () => miniflare.dispose() };
  } catch (error) {
    await miniflare.dispose();
    throw error;
  }
}

/** The same settings as those of a deployment. */
function readSettings() {
  const text = readFileSync(new URL('../wrangler.jsonc', import.meta.url), 'utf8');
  return JSON.parse(text.replaceAll(/^\s*\/\/.*$/gm, '').replaceAll(/,(\s*[}\]])/g, '$1'));
}

import type { Environment } from '@parley/host';
import type { Finding } from './finding.ts';

const oldestNode = [22, 13] as const;

export function checkRuntime(version = process.versions.node): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isNewEnough = major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1]);
  return {
    check: 'runtime',
    state: isNewEnough ? 'good' : 'bad',
    message: `Node ${version}${isNewEnough ? '' : ` is too old; use ${oldestNode.join('.')} or newer`}.`,
  };
}

/** Proxies of the environment are not used for upstreams, which surprises people. */
export function checkProxies(environment: Environment): Finding {
  const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'].filter(
    (name) => environment[name] ?? environment[name.toLowerCase()],
  );
  if (names.length === 0) {
    return { check: 'proxy', state: 'good', message: 'No proxy is set.' };
  }
  const message = `${names.join(', ')} is set; Parley calls upstreams directly.`;
  return { check: 'proxy', state: 'warning', message };
}

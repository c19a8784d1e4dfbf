/** The upstream itself, nginx, and bare proxies on Node and Bun: what a gateway is compared with. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { recipes } from '../../../scripts/serving.mjs';
import { cores, findFreePort, startProgram } from '../processes.ts';
import type { RunningSubject, Subject } from '../subject.ts';

/** How something is asked that forwards requests as they are: the client's format is that of the upstream. */
function forward(port: number): RunningSubject['address'] {
  return () => ({ port, model: 'any', headers: { authorization: 'Bearer none' } });
}

export const direct: Subject = {
  id: 'direct',
  title: 'direct',
  version: () => 'the upstream itself',
  start: ({ upstreamPort }) =>
    Promise.resolve({
      pid: 0,
      address: forward(upstreamPort),
      output: () => '',
      stop: () => Promise.resolve(),
    }),
};

export const nginx: Subject = {
  id: 'nginx',
  title: 'nginx',
  version: () => {
    const { error, stderr } = spawnSync('nginx', ['-v'], { encoding: 'utf8' });
    if (error !== undefined) throw new Error('not installed');
    return stderr.trim().replace('nginx version: ', '');
  },
  start: async ({ folder, upstreamPort }) => {
    const port = await findFreePort();
    const path = join(folder, 'nginx.conf');
    mkdirSync(join(folder, 'temporary'), { recursive: true });
    writeFileSync(path, configureNginx(folder, port, upstreamPort));
    const command = ['nginx', '-p', folder, '-c', path];
    const program = startProgram({ command, folder, core: cores.subject });
    return { ...program, address: forward(port) };
  },
};

/** A plain reverse proxy: one worker, connections to the upstream stay open, answers are not buffered. */
function configureNginx(folder: string, port: number, upstreamPort: number): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/temporary/${name};`)
    .join('\n  ');
  return `daemon off;
worker_processes 1;
worker_rlimit_nofile 20000;
pid ${folder}/nginx.pid;
error_log stderr crit;
events { worker_connections 16384; }
http {
  access_log off;
  keepalive_requests 100000000;
  client_body_buffer_size 2m;
  client_max_body_size 8m;
  ${temporary}
  upstream scripted { server 127.0.0.1:${upstreamPort}; keepalive 1024; keepalive_requests 100000000; }
  server {
    listen 127.0.0.1:${port} backlog=8192;
    location / {
      proxy_pass http://scripted;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_buffering off;
      proxy_read_timeout 300s;
    }
  }
}
`;
}

/** A subject that forwards requests of one format, on a runtime. */
export function createProxy(
  about: Pick<Subject, 'id' | 'title' | 'version'>,
  command: readonly string[],
): Subject {
  return {
    ...about,
    start: async ({ folder, upstreamPort }) => {
      const port = await findFreePort();
      const words = [...command, String(port), String(upstreamPort)];
      const environment = { BUN_CONFIG_MAX_HTTP_REQUESTS: '20000' };
      const program = startProgram({ command: words, folder, core: cores.subject, environment });
      const address = forward(port);
      return {
        ...program,
        address: (call) => (call.client === call.upstream ? address(call) : 'does not translate'),
      };
    },
  };
}

export const nodeProxy = createProxy(
  {
    id: 'node-proxy',
    title: 'bare Node proxy',
    version: () => `Node ${process.versions.node}`,
  },
  [process.execPath, fileURLToPath(new URL('node-proxy.mjs', import.meta.url))],
);

const [bun = ''] = recipes['bun']?.command ?? [];

export const bunProxy = createProxy(
  {
    id: 'bun-proxy',
    title: 'bare Bun proxy',
    version: () => {
      const { error, stdout } = spawnSync(bun, ['--version'], { encoding: 'utf8' });
      if (error !== undefined) throw new Error('not installed');
      return `Bun ${stdout.trim()}`;
    },
  },
  [bun, fileURLToPath(new URL('bun-proxy.ts', import.meta.url))],
);

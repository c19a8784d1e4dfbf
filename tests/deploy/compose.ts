/** Reads the Compose files, for the tests of the deployment. */
import { parse } from 'yaml';
import * as z from 'zod';
import { readText } from '../codebase/workspace.ts';

/** The part of the Compose Specification that the files use; a name that is not here is a mistake. */
const service = z.strictObject({
  image: z.string(),
  build: z.strictObject({ context: z.string(), dockerfile: z.string() }).optional(),
  command: z.array(z.string()).optional(),
  restart: z.literal('unless-stopped'),
  ports: z.array(z.string()).default([]),
  env_file: z.array(z.strictObject({ path: z.string(), required: z.boolean() })).optional(),
  environment: z.record(z.string(), z.string()).default({}),
  secrets: z.array(z.string()).default([]),
  networks: z.array(z.string()).default([]),
  depends_on: z
    .record(z.string(), z.strictObject({ condition: z.literal('service_healthy') }))
    .default({}),
  volumes: z.array(z.string()).default([]),
  healthcheck: z
    .strictObject({
      test: z.tuple([z.literal('CMD')], z.string()),
      interval: z.string(),
      timeout: z.string(),
      retries: z.int(),
    })
    .optional(),
  stop_grace_period: z.string().optional(),
  read_only: z.boolean().optional(),
  tmpfs: z.array(z.string()).optional(),
  cap_drop: z.array(z.string()).optional(),
  security_opt: z.array(z.string()).optional(),
});

const network = z.strictObject({
  internal: z.boolean().optional(),
  ipam: z.strictObject({ config: z.array(z.strictObject({ subnet: z.string() })) }).optional(),
});

const composeFile = z.strictObject({
  name: z.string(),
  'x-gateway': z.unknown().optional(),
  services: z.record(z.string(), service),
  networks: z.record(z.string(), network.nullable()).default({}),
  secrets: z.record(z.string(), z.strictObject({ file: z.string() })).default({}),
  volumes: z.record(z.string(), z.null()).default({}),
});
export type Compose = z.infer<typeof composeFile>;

/** Reads a compose file with its anchors followed. @throws when it does not fit the specification */
export function readCompose(path: string): Compose {
  return composeFile.parse(parse(readText(path), { merge: true }));
}

/** Seconds of a duration such as `11m` or `1m30s`. */
export function readSeconds(duration: string): number {
  const [, minutes = '0', seconds = '0'] = /^(?:(\d+)m)?(?:(\d+)s)?$/.exec(duration) ?? [];
  return Number(minutes) * 60 + Number(seconds);
}

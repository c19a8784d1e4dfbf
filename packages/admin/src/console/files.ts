/** Serves the files of the console, which the host loads as one module of compressed files. */
import { GatewayError } from '@parley/protocol';

/** A file of the console as it is served. */
export interface ConsoleFile {
  /** Content type. */
  readonly type: string;
  /** Entity tag that changes with the content; without quotes. */
  readonly etag: string;
  /** Whether the name changes with the content, so that browsers may cache the file forever. */
  readonly immutable: boolean;
  /** The content: gzip, then base64. */
  readonly gzip: string;
}

/** The files of the console by their path below `/console/`, such as `index.html`. */
export interface ConsoleFiles {
  readonly files: Readonly<Record<string, ConsoleFile>>;
}

/** Serves a `GET` or `HEAD` request for a path below `/console/`. @throws GatewayError `not-found` */
export type FileServer = (request: Request, path: string) => Promise<Response>;

/** The page of the application, whose own router handles the path. */
const page = 'index.html';

/** @param load is called on the first request, and again after a failure */
export function createFileServer(load: () => Promise<ConsoleFiles>): FileServer {
  const decoded = new WeakMap<ConsoleFile, Uint8Array<ArrayBuffer>>();
  let loading: Promise<ConsoleFiles> | undefined;
  const loadOnce = (): Promise<ConsoleFiles> => {
    loading ??= load().catch((cause: unknown) => {
      loading = undefined;
      throw cause;
    });
    return loading;
  };
  const decode = (file: ConsoleFile): Uint8Array<ArrayBuffer> => {
    const bytes = decoded.get(file) ?? decodeBase64(file.gzip);
    decoded.set(file, bytes);
    return bytes;
  };
  return async (request, path) => {
    const file = findFile(await loadOnce(), path);
    if (file === undefined) {
      throw new GatewayError('not-found', 'This file does not exist.', { reason: 'unknown_file' });
    }
    return respond(request, file, () => decode(file));
  };
}

/** A path whose last segment has a dot is a file; every other path is a route of the application. */
function findFile({ files }: ConsoleFiles, path: string): ConsoleFile | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1).includes('.') ? path : page;
  const found = Object.hasOwn(files, path) ? path : name;
  return Object.hasOwn(files, found) ? files[found] : undefined;
}

function respond(
  request: Request,
  { type, etag, immutable }: ConsoleFile,
  decode: () => Uint8Array<ArrayBuffer>,
): Response {
  // A weak tag, because the gzip and the plain response have the same content but not the same bytes
  // (RFC 9110, 8.8.1).
  const tag = `W/"${etag}"`;
  const headers = {
    etag: tag,
    'cache-control': immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    vary: 'accept-encoding',
  };
  if (isCached(request, tag)) return new Response(null, { status: 304, headers });
  const bytes = decode();
  if (!acceptsGzip(request)) {
    const plain = new Response(bytes).body?.pipeThrough(new DecompressionStream('gzip'));
    return new Response(plain ?? null, { headers: { ...headers, 'content-type': type } });
  }
  return new Response(bytes, {
    headers: {
      ...headers,
      'content-type': type,
      'content-encoding': 'gzip',
      'content-length': String(bytes.byteLength),
    },
    ...alreadyEncoded,
  });
}

/** Keeps Cloudflare Workers from compressing a body that is compressed already. */
const alreadyEncoded = { encodeBody: 'manual' };

function isCached({ headers }: Request, tag: string): boolean {
  const tags = headers.get('if-none-match')?.split(',') ?? [];
  return tags.some((each) => each.trim() === tag || each.trim() === '*');
}

/** A request without `accept-encoding` gets plain text, although HTTP would allow any coding. */
function acceptsGzip({ headers }: Request): boolean {
  const codings = headers.get('accept-encoding')?.split(',') ?? [];
  return codings.some((coding) => /^\s*(?:gzip|\*)\s*(?:$|;(?!\s*q=0(?:\.0*)?\s*$))/i.test(coding));
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

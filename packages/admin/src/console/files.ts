/** The files of the web console: how a host lends them, and the answers that carry them. */
import { GatewayError } from '@parley/protocol';

export interface ConsoleFile {
  /** Its content type. */
  readonly type: string;
  /** Changes with the content; without quotes. */
  readonly etag: string;
  /** Whether its name changes with its content, so that browsers may keep it for ever. */
  readonly immutable: boolean;
  /** The content, compressed with gzip, in base64. */
  readonly gzip: string;
}

/** All files of the console by their path below `/console/`, such as `index.html`. */
export interface ConsoleFiles {
  readonly files: Readonly<Record<string, ConsoleFile>>;
}

/** Answers a `GET` or `HEAD` request for a path below `/console/`. */
export type FileServer = (request: Request, path: string) => Promise<Response>;

/** The page of the application, which reads the rest of the path itself. */
const page = 'index.html';

/**
 * @param load is asked at the first request, and again after a failure
 */
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
      throw new GatewayError('not-found', 'There is no such file.', { reason: 'unknown_file' });
    }
    return respond(request, file, () => decode(file));
  };
}

/** What looks like a file must exist; everything else is a place within the application. */
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
  // One tag for both codings: it says that the content is the same, not the bytes (RFC 9110, 8.8.1).
  const tag = `W/"${etag}"`;
  const headers = {
    etag: tag,
    'cache-control': immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    vary: 'accept-encoding',
  };
  if (isKnown(request, tag)) return new Response(null, { status: 304, headers });
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

/** Workers compress a body that says it is compressed, unless they are told that it is already. */
const alreadyEncoded = { encodeBody: 'manual' };

function isKnown({ headers }: Request, tag: string): boolean {
  const known = headers.get('if-none-match')?.split(',') ?? [];
  return known.some((each) => each.trim() === tag || each.trim() === '*');
}

/** Whoever does not name gzip gets the plain text, although HTTP would allow any coding. */
function acceptsGzip({ headers }: Request): boolean {
  const codings = headers.get('accept-encoding')?.split(',') ?? [];
  return codings.some((coding) => /^\s*(?:gzip|\*)\s*(?:$|;(?!\s*q=0(?:\.0*)?\s*$))/i.test(coding));
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

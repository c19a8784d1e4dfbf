/** The headers of an upstream's response, each decoded only when it is read: most never are. */
import type { UpstreamResponse } from '@parley/core';
import type { Dispatcher } from 'undici';

type RawHeaders = Dispatcher.DispatchController['rawHeaders'];

/** Decodes values as Latin-1 (RFC 9110 section 5.5), and joins repeated headers as `Headers` does. */
export class ResponseHeaders implements Pick<UpstreamResponse['headers'], 'get'> {
  /** Names and values in turn. */
  readonly #raw: readonly (Buffer | string)[];
  #hidden: readonly string[] = [];

  constructor(raw: RawHeaders) {
    this.#raw = Array.isArray(raw) ? raw : [];
  }

  /** @param name in lower case */
  get(name: string): string | null {
    let joined: string | null = null;
    for (let index = 0; index + 1 < this.#raw.length; index += 2) {
      const each = this.#raw[index];
      if (each?.length !== name.length || readText(each).toLowerCase() !== name) continue;
      if (this.#hidden.includes(name)) return null;
      const value = readText(this.#raw[index + 1]).trim();
      joined = joined === null ? value : `${joined}, ${value}`;
    }
    return joined;
  }

  /** Treats a header as absent from now on. */
  hide(name: string): void {
    this.#hidden = [...this.#hidden, name];
  }
}

function readText(value: Buffer | string | undefined): string {
  return typeof value === 'string' ? value : (value?.toString('latin1') ?? '');
}

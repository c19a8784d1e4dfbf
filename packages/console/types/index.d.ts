/** A file of the console, ready to be sent. */
export interface ConsoleFile {
  /** The media type. */
  readonly type: string;
  /** Changes with the content; without quotation marks. */
  readonly etag: string;
  /** Whether the name changes whenever the content does. */
  readonly immutable: boolean;
  /** The content, compressed with gzip, in base64. */
  readonly gzip: string;
}

/** Every file by its path below `/console/`. */
export const files: Readonly<Record<string, ConsoleFile>>;

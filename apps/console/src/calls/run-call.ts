/** Runs one call and records everything that was sent and received, with times. */
import { readRecords } from './records.ts';

/** Maximum length of a response that is read, in characters. */
const mostText = 8_000_000;

export interface CallRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Exactly what is sent. */
  readonly body?: string | undefined;
}

/** A frame of a stream, or the whole body of another response. */
export interface Frame {
  /** Milliseconds since the call was sent. */
  readonly at: number;
  readonly text: string;
}

export interface CallRecord<Value> {
  readonly request: CallRequest;
  /** `cut`: the response was longer than the limit; `broken`: the connection failed. */
  readonly state: 'running' | 'ended' | 'stopped' | 'cut' | 'broken';
  /** Null until a response arrives. */
  readonly status: number | null;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Grows while the call runs. */
  readonly frames: readonly Frame[];
  readonly firstByteMs: number | null;
  readonly durationMs: number | null;
  /** What the reader has decoded so far. */
  readonly value: Value;
}

/** Decodes a response frame by frame. */
export interface Reader<Value> {
  readonly first: Value;
  readonly read: (value: Value, text: string) => Value;
}

export interface Observer<Value> {
  readonly signal: AbortSignal;
  readonly onChange: (record: CallRecord<Value>) => void;
}

/** Runs until the response has ended or is aborted; never throws. */
export async function runCall<Value>(
  request: CallRequest,
  reader: Reader<Value>,
  { signal, onChange }: Observer<Value>,
): Promise<void> {
  const started = performance.now();
  const frames: Frame[] = [];
  let record: CallRecord<Value> = {
    request,
    state: 'running',
    status: null,
    headers: [],
    frames,
    firstByteMs: null,
    durationMs: null,
    value: reader.first,
  };
  const change = (part: Partial<CallRecord<Value>>) => {
    record = { ...record, ...part };
    onChange(record);
  };
  const since = () => performance.now() - started;
  try {
    change({});
    const { method, path, headers, body = null } = request;
    const response = await fetch(path, { method, headers, body, signal });
    change({ status: response.status, headers: [...response.headers] });
    const isWhole = await readRecords(
      response,
      (text, isFirst) => {
        const at = since();
        if (isFirst) change({ firstByteMs: at });
        if (text === '') return;
        frames.push({ at, text });
        change({ value: reader.read(record.value, text) });
      },
      mostText,
    );
    change({ state: isWhole ? 'ended' : 'cut', durationMs: since() });
  } catch {
    change({ state: signal.aborted ? 'stopped' : 'broken', durationMs: since() });
  }
}

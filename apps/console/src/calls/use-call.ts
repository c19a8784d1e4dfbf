/** A hook that runs a call, reports its progress and can stop it. */
import { useEffect, useState } from 'react';
import { runCall, type CallRecord, type CallRequest, type Reader } from './run-call.ts';

export interface Call<Value> {
  /** Absent before the first call. */
  readonly record: CallRecord<Value> | undefined;
  readonly isRunning: boolean;
  readonly start: (request: CallRequest, reader: Reader<Value>) => void;
  readonly stop: () => void;
}

/** Starting another call or leaving the page aborts the running one. */
export function useCall<Value>(): Call<Value> {
  const [record, setRecord] = useState<CallRecord<Value>>();
  const [controller, setController] = useState<AbortController>();
  useEffect(() => () => controller?.abort(), [controller]);
  return {
    record,
    isRunning: record?.state === 'running',
    start(request, reader) {
      const next = new AbortController();
      controller?.abort();
      setController(next);
      const onChange = showOncePerPaint<CallRecord<Value>>((latest) => {
        setRecord((shown) => (next.signal.aborted && shown?.request !== request ? shown : latest));
      });
      void runCall(request, reader, { signal: next.signal, onChange });
    },
    stop: () => controller?.abort(),
  };
}

/** Updates at most once per frame, because a fast stream changes more often. */
function showOncePerPaint<Shown>(show: (latest: Shown) => void): (latest: Shown) => void {
  let latest: Shown | undefined;
  return (next) => {
    if (latest === undefined) {
      requestAnimationFrame(() => {
        if (latest !== undefined) show(latest);
        latest = undefined;
      });
    }
    latest = next;
  };
}

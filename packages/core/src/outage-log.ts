/** Logs an outage once when it begins and once when it is over; used where what has failed is tried again and again. */
import type { LogFields, Logger, LogLevel } from './ports.ts';

/** What is logged of an outage. */
export interface OutageTexts {
  readonly level: LogLevel;
  readonly begun: string;
  readonly over: string;
}

/** The log of one thing that may fail. */
export interface OutageLog {
  /** It has failed. */
  begin(fields: LogFields): void;
  /** It has succeeded. */
  end(fields?: LogFields): void;
}

export function createOutageLog(log: Logger, { level, begun, over }: OutageTexts): OutageLog {
  let isOut = false;
  return {
    begin(fields) {
      if (!isOut) log(level, begun, fields);
      isOut = true;
    },
    end(fields) {
      if (isOut) log('info', over, fields);
      isOut = false;
    },
  };
}

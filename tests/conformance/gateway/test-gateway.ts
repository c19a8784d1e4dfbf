// The suite's upstreams: one scripted server that finds the script of a request by a mark in its prompt.
import {
  answerWith,
  createScriptedUpstream,
  holdRefusedPort,
  type Script,
  type ScriptedRequest,
} from '@parley/testkit';
import { until } from '../check.ts';
import { writeConfiguration } from './configuration.ts';

/** The script for the calls of one scenario. */
export interface Play {
  /** The mark that selects the script when it is part of the prompt. */
  readonly mark: string;
  /** The requests so far. */
  readonly requests: readonly ScriptedRequest[];
  /** The first request. @throws Mismatch when none arrives */
  firstRequest(): Promise<ScriptedRequest>;
}

export interface TestGateway {
  /** `parley.yaml` for the gateway under test. */
  readonly configuration: string;
  /** Base URL of the upstreams, which no client may see. */
  readonly address: string;
  play(script: Script): Play;
  /** Creates a script that responds in the format of each request. */
  answer: typeof answerWith;
  /** Lets all answers go on that scripts hold. */
  release(): void;
  /** Errors that scripts threw, which are mistakes in the suite. */
  readonly failures: readonly unknown[];
  close(): Promise<void>;
}

const markPattern = /\[play-(\d+)\]/;
const usual = answerWith({ text: 'Hello from the upstream.' });

/** Starts the upstreams. */
export async function startTestGateway(): Promise<TestGateway> {
  const plays: { readonly script: Script; readonly requests: ScriptedRequest[] }[] = [];
  const refused = await holdRefusedPort();
  const upstream = await createScriptedUpstream({
    maximumConnections: 4_096,
    script(request) {
      const play = plays[Number(markPattern.exec(request.text)?.[1] ?? -1)];
      play?.requests.push(request);
      const script = play?.script ?? usual;
      return typeof script === 'function' ? script(request) : script;
    },
  });
  return {
    configuration: writeConfiguration(upstream.url, `http://127.0.0.1:${refused.port}`),
    address: `127.0.0.1:${upstream.port}`,
    failures: upstream.failures,
    answer: answerWith,
    release() {
      upstream.release();
    },
    play(script) {
      const requests: ScriptedRequest[] = [];
      const mark = `[play-${plays.push({ script, requests }) - 1}]`;
      return {
        mark,
        requests,
        firstRequest: () => until('a call of the upstream', () => requests[0]),
      };
    },
    async close() {
      await upstream.close();
      await refused.close();
    },
  };
}

// What a request that is passed through gets besides the client's own fields, for the codecs.
import type { Codec } from '../codec.ts';
import { spliceFields } from '../json/splice.ts';

/** Makes the `spliceRequest` of a codec from its `upstreamFields`. */
export function createSplice(upstreamFields: Codec['upstreamFields']): Codec['spliceRequest'] {
  return (text, scan, model) => spliceFields(text, scan, upstreamFields(text, scan, model));
}

/** The `upstreamFields` of a dialect whose body names the model and needs nothing else. */
export const modelField: Codec['upstreamFields'] = (_text, _scan, model) => ({
  model: JSON.stringify(model),
});

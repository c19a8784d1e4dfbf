/**
 * The two kinds of schema that the dialects need beside those of `zod/mini`, which is a quarter of the
 * size of `zod` and leaves out what makes objects fast.
 */
import { $constructor, $ZodObjectJIT, type $loose, type $ZodLooseShape } from 'zod/v4/core';
import { ZodMiniObject } from 'zod/mini';
import * as z from 'zod/mini';

/** An object whose reader is compiled at its first use, where the host may compile; else it is interpreted. */
const CompiledObject: $constructor<z.ZodMiniObject> = /* @__PURE__ */ $constructor(
  'CompiledObject',
  (inst, def) => {
    $ZodObjectJIT.init(inst, def);
    ZodMiniObject.init(inst, def);
  },
);

/** An object of which these fields are checked; fields that nobody here knows pass. */
export function looseObject<Shape extends $ZodLooseShape>(shape: Shape) {
  const schema = new CompiledObject({ type: 'object', shape, catchall: z.unknown() });
  return schema as z.ZodMiniObject<Shape, $loose>;
}

/** Reads a field of the wrong kind as absent, because one odd field must not cost the whole answer. */
export function lenient<Schema extends z.ZodMiniType>(schema: Schema) {
  const innerType = z.nullish(schema);
  // `z.catch` does the same, and brings all of zod's helpers into a bundle.
  const catching = new z.ZodMiniCatch({ type: 'catch', innerType, catchValue: () => undefined });
  return catching as z.ZodMiniCatch<typeof innerType>;
}

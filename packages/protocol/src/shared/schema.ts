// The two kinds of schema that dialects need beside those of `zod/mini`, which is a third of the size of `zod`.
import { $constructor, $ZodObjectJIT, type $loose, type $ZodLooseShape } from 'zod/v4/core';
// By its own name, because its `init` is an assertion, which a namespace cannot make.
import { ZodMiniObject } from 'zod/mini';
import * as z from 'zod/mini';

/**
 * As objects of `zod` are: compiled at the first use where the host allows it. Those of `zod/mini` are
 * always interpreted, which takes more than twice the time.
 */
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

/** The schema of what a model accepts, which corrects the guess; part of the entries of `models`. */
import * as z from 'zod';

const geminiSchema = z
  .strictObject({
    thinking: z.enum(['none', 'budget', 'level']),
    budgets: z.tuple([z.int().min(0), z.int().positive()]),
    json_schema: z.boolean(),
    json_beside_tools: z.boolean(),
    signed_calls: z.boolean(),
    media_in_results: z.boolean(),
  })
  .describe('What the model accepts in the native format of Gemini.');

/** The schema of `profile` of a model. */
export const profileSchema = z
  .strictObject({
    max_output_tokens: z.int().positive(),
    output_limit_field: z.enum(['max_tokens', 'max_completion_tokens']),
    seed_field: z.enum(['seed', 'random_seed']),
    service_tiers: z.array(z.enum(['auto', 'default', 'flex', 'scale', 'priority', 'fast'])),
    sampling: z.boolean(),
    stop_strings: z.boolean(),
    max_temperature: z.number().min(0).max(2),
    reasoning: z.enum(['none', 'effort', 'budget', 'adaptive']),
    efforts: z.array(z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'])),
    effort_beside_tools: z.boolean(),
    thinking_switch: z.enum(['none', 'thinking', 'enable-thinking']),
    tool_choice: z.enum(['subset', 'named', 'required', 'auto']),
    json_output: z.enum(['any', 'schema', 'object', 'none']),
    json_beside_tools: z.boolean(),
    schema_subset: z.enum(['all', 'grammar', 'moonshot']),
    rejected_fields: z.array(z.string().min(1)),
    echoes_reasoning: z.boolean(),
    strict_history: z.boolean(),
    instruction_role: z.enum(['system', 'developer']),
    late_instructions: z.boolean(),
    freeform_tools: z.boolean(),
    cache_marks: z.boolean(),
    prefill: z.boolean(),
    structured_output: z.enum(['none', 'output-config', 'output-format']),
    max_tools: z.int().positive(),
    max_tool_name: z.int().min(16).max(256),
    gemini: geminiSchema,
  })
  .partial()
  .describe('Corrects what Parley guesses about a model from its name and provider.');

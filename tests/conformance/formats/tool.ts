// The schema of the function that requests offer.
export const toolSchema = {
  type: 'object',
  properties: { place: { type: 'string' } },
  required: ['place'],
} as const;

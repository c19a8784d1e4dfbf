// The one function that questions offer.
export const toolSchema = {
  type: 'object',
  properties: { place: { type: 'string' } },
  required: ['place'],
} as const;

/** Texts of the page `reference`. */
export const reference = {
  description: 'All endpoints of this gateway, from its own OpenAPI document.',
  operations: 'Operations',
  unknown: 'This operation does not exist.',
  admin: 'Admin token',
  key: 'API key',
  public: 'No credential',
  parameters: 'Parameters',
  body: 'Body',
  vendorBody:
    'JSON as documented by the vendor of this format; it is passed through or translated.',
  answers: 'Responses',
  noFields: 'It has no fields.',
  field: 'Field',
  meaning: 'Meaning and limits',
  required: 'required',
  try: 'Example and try it',
  askTitle: 'Send this request?',
  ask: 'It is a real request that may change something or cost money.',
} as const;

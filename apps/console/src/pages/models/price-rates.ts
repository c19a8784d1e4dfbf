/** The prices of the kinds of tokens, in the order of the forms and tables that show them. */

/** The fields of a price in the format of the file, their titles, and whether a price must have them. */
export const priceRates = [
  ['input', 'models.input', true],
  ['output', 'models.output', true],
  ['cache_read', 'models.cacheRead', false],
  ['cache_write_5m', 'models.cacheWrite5m', false],
  ['cache_write_1h', 'models.cacheWrite1h', false],
  ['reasoning', 'models.reasoning', false],
  ['audio_input', 'models.audioInput', false],
  ['audio_output', 'models.audioOutput', false],
  ['image_input', 'models.imageInput', false],
  ['image_output', 'models.imageOutput', false],
  ['video_input', 'models.videoInput', false],
  ['video_output', 'models.videoOutput', false],
] as const;

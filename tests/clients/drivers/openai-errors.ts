/** The errors of OpenAI's library; used by both of its drivers. */
import type OpenAI from 'openai';
import type { ErrorClasses } from '../failure.ts';

/** The classes of errors of the official library. */
export function openAIErrors(library: typeof OpenAI): ErrorClasses {
  return {
    0: library.APIError,
    400: library.BadRequestError,
    401: library.AuthenticationError,
    404: library.NotFoundError,
    429: library.RateLimitError,
    500: library.InternalServerError,
    502: library.InternalServerError,
  };
}

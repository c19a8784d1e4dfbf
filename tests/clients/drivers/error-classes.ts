/** The classes of errors of the libraries of OpenAI and Anthropic, which have the same names. */
import type Anthropic from '@anthropic-ai/sdk';
import type OpenAI from 'openai';
import type { ErrorClasses } from '../failure.ts';

export function errorClassesOf(library: typeof OpenAI | typeof Anthropic): ErrorClasses {
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

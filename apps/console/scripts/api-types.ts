/** Turns the OpenAPI document of a gateway into TypeScript. */
import openapiTypescript, { astToString } from 'openapi-typescript';
import { format } from 'prettier';
import { readApiDocument } from './api-document.ts';

type Document = Extract<Parameters<typeof openapiTypescript>[0], object>;

/** The text of `src/api/openapi.ts`, formatted as everything here is. */
export async function describeApiTypes(): Promise<string> {
  const document = (await readApiDocument()) as Document;
  const types = astToString(await openapiTypescript(document));
  const text = `/** Generated from the OpenAPI document of the gateway; do not edit. */\n${types}`;
  return format(text, { parser: 'typescript', singleQuote: true, printWidth: 100 });
}

// Probes of media for the table of translations.
import type { JsonObject } from '../../json/value.ts';
import { pdf, png, type ProbeGroup } from './probe.ts';

// Every message starts with a greeting, so that something is left if the rest is lost.
const chat = (...content: JsonObject[]): JsonObject => ({
  messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }, ...content] }],
});
const gemini = (...parts: JsonObject[]): JsonObject => ({
  contents: [{ role: 'user', parts: [{ text: 'Hello' }, ...parts] }],
});
const responses = (...content: JsonObject[]): JsonObject => ({
  input: [{ role: 'user', content: [{ type: 'input_text', text: 'Hello' }, ...content] }],
});

const dataUrl = (type: string, base64: string): string => `data:${type};base64,${base64}`;
const imageUrl = 'https://pictures.example/cat.png';
const pdfUrl = 'https://papers.example/a.pdf';

export const mediaProbes: ProbeGroup = {
  title: 'Images, documents, audio',
  kind: 'request',
  probes: [
    {
      feature: 'an image in the request',
      bodies: {
        'openai-chat': chat({ type: 'image_url', image_url: { url: dataUrl('image/png', png) } }),
        'anthropic-messages': chat({
          type: 'image',
          source: { type: 'base64', media_type: 'image/png', data: png },
        }),
        'gemini-generate': gemini({ inlineData: { mimeType: 'image/png', data: png } }),
        'openai-responses': responses({
          type: 'input_image',
          detail: 'auto',
          image_url: dataUrl('image/png', png),
        }),
      },
    },
    {
      feature: 'an image by URL',
      bodies: {
        'openai-chat': chat({ type: 'image_url', image_url: { url: imageUrl } }),
        'anthropic-messages': chat({ type: 'image', source: { type: 'url', url: imageUrl } }),
        'gemini-generate': gemini({ fileData: { mimeType: 'image/png', fileUri: imageUrl } }),
        'openai-responses': responses({
          type: 'input_image',
          detail: 'auto',
          image_url: imageUrl,
        }),
      },
    },
    {
      feature: 'an image by file id',
      bodies: {
        'anthropic-messages': chat({ type: 'image', source: { type: 'file', file_id: 'file_1' } }),
        'gemini-generate': gemini({
          fileData: {
            mimeType: 'image/png',
            fileUri: 'https://generativelanguage.googleapis.com/v1beta/files/abc',
          },
        }),
        'openai-responses': responses({ type: 'input_image', detail: 'auto', file_id: 'file-1' }),
      },
    },
    {
      feature: 'image detail',
      bodies: {
        'openai-chat': chat({
          type: 'image_url',
          image_url: { url: dataUrl('image/png', png), detail: 'high' },
        }),
        'gemini-generate': gemini({
          inlineData: { mimeType: 'image/png', data: png },
          mediaResolution: { level: 'MEDIA_RESOLUTION_HIGH' },
        }),
        'openai-responses': responses({
          type: 'input_image',
          detail: 'high',
          image_url: dataUrl('image/png', png),
        }),
      },
      omitted: {
        'openai-chat': chat({ type: 'image_url', image_url: { url: dataUrl('image/png', png) } }),
        'gemini-generate': gemini({ inlineData: { mimeType: 'image/png', data: png } }),
        'openai-responses': responses({
          type: 'input_image',
          detail: 'auto',
          image_url: dataUrl('image/png', png),
        }),
      },
    },
    {
      feature: 'a PDF in the request',
      bodies: {
        'openai-chat': chat({
          type: 'file',
          file: { filename: 'a.pdf', file_data: dataUrl('application/pdf', pdf) },
        }),
        'anthropic-messages': chat({
          type: 'document',
          title: 'a.pdf',
          source: { type: 'base64', media_type: 'application/pdf', data: pdf },
        }),
        'gemini-generate': gemini({ inlineData: { mimeType: 'application/pdf', data: pdf } }),
        'openai-responses': responses({
          type: 'input_file',
          filename: 'a.pdf',
          file_data: dataUrl('application/pdf', pdf),
        }),
      },
    },
    {
      feature: 'a PDF by URL',
      bodies: {
        'anthropic-messages': chat({ type: 'document', source: { type: 'url', url: pdfUrl } }),
        'gemini-generate': gemini({
          fileData: { mimeType: 'application/pdf', fileUri: pdfUrl },
        }),
        'openai-responses': responses({ type: 'input_file', file_url: pdfUrl }),
      },
    },
    {
      feature: 'a document by file id',
      bodies: {
        'openai-chat': chat({ type: 'file', file: { file_id: 'file-1' } }),
        'anthropic-messages': chat({
          type: 'document',
          source: { type: 'file', file_id: 'file_1' },
        }),
        'openai-responses': responses({ type: 'input_file', file_id: 'file-1' }),
      },
    },
    {
      feature: 'a text document',
      bodies: {
        'anthropic-messages': chat({
          type: 'document',
          title: 'Notes',
          context: 'Of last year.',
          source: { type: 'text', media_type: 'text/plain', data: 'Sales rose.' },
        }),
      },
    },
    {
      feature: 'a document with text and images',
      bodies: {
        'anthropic-messages': chat({
          type: 'document',
          title: 'Report',
          source: {
            type: 'content',
            content: [
              { type: 'text', text: 'Sales rose.' },
              { type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } },
            ],
          },
        }),
      },
    },
    {
      feature: 'a request for citations of a document',
      bodies: {
        'anthropic-messages': chat({
          type: 'document',
          citations: { enabled: true },
          source: { type: 'text', media_type: 'text/plain', data: 'Sales rose.' },
        }),
      },
      omitted: {
        'anthropic-messages': chat({
          type: 'document',
          source: { type: 'text', media_type: 'text/plain', data: 'Sales rose.' },
        }),
      },
    },
    {
      feature: 'audio',
      bodies: {
        'openai-chat': chat({
          type: 'input_audio',
          input_audio: { data: 'UklGRg==', format: 'wav' },
        }),
        'gemini-generate': gemini({ inlineData: { mimeType: 'audio/wav', data: 'UklGRg==' } }),
      },
    },
    {
      feature: 'video',
      bodies: {
        'gemini-generate': gemini({ inlineData: { mimeType: 'video/mp4', data: 'AAAAIGZ0eXA=' } }),
      },
    },
  ],
};

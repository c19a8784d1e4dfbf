/** Reads `template.yaml` as CloudFormation deploys it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, type ScalarTag, type CollectionTag } from 'yaml';
import * as z from 'zod';

const properties = z.record(z.string(), z.unknown());
const resource = z.looseObject({ Type: z.string(), Properties: properties });

const templateSchema = z.looseObject({
  Parameters: z.record(z.string(), z.looseObject({ Type: z.string() })),
  Resources: z.record(z.string(), resource),
});

export type Template = z.infer<typeof templateSchema>;

const names = ['Ref', 'Sub', 'GetAtt', 'If', 'Not', 'Equals', 'Join'];

/** CloudFormation's short forms, such as `!Ref name`, as the objects that they stand for. */
const tags = names.flatMap((name): (ScalarTag | CollectionTag)[] => {
  const key = name === 'Ref' ? name : `Fn::${name}`;
  const tag = `!${name}`;
  const resolve = (value: unknown): unknown => ({ [key]: value });
  return [
    { tag, resolve: (text: string) => resolve(name === 'GetAtt' ? text.split('.') : text) },
    {
      tag,
      collection: 'seq',
      resolve: (sequence) => resolve(sequence.toJSON()),
    },
  ];
});

/** The template as written. */
export function readTemplate(): Template {
  const text = readFileSync(join(import.meta.dirname, '..', '..', 'template.yaml'), 'utf8');
  return templateSchema.parse(parse(text, { customTags: tags }));
}

/**
 * The template after the transformation of AWS SAM, as far as this one needs it: a function with a URL
 * becomes a function, a URL and the permissions of everybody to call it.
 * @see https://docs.aws.amazon.com/serverless-application-model/latest/developerguide/sam-specification-generated-resources-function.html
 */
export function transform(template: Template): object {
  const { Transform, ...rest } = template;
  if (Transform !== 'AWS::Serverless-2016-10-31') throw new Error('The template is not for SAM.');
  const resources = Object.entries(template.Resources).flatMap(([name, each]) =>
    each.Type === 'AWS::Serverless::Function' ? expand(name, each) : [[name, each] as const],
  );
  return { ...rest, Resources: Object.fromEntries(resources) };
}

function expand(name: string, { Properties }: Template['Resources'][string]) {
  const { CodeUri, FunctionUrlConfig, ...plain } = Properties;
  const url = properties.parse(FunctionUrlConfig);
  const permission = { FunctionName: { Ref: name }, Principal: '*' };
  const Code = { S3Bucket: 'bucket', S3Key: String(CodeUri) };
  const all = [
    ['', 'Function', { ...plain, Code }],
    ['Url', 'Url', { ...url, TargetFunctionArn: { Ref: name } }],
    [
      'UrlPermission',
      'Permission',
      { ...permission, Action: 'lambda:InvokeFunctionUrl', FunctionUrlAuthType: url['AuthType'] },
    ],
    [
      'CallPermission',
      'Permission',
      { ...permission, Action: 'lambda:InvokeFunction', InvokedViaFunctionUrl: true },
    ],
  ] as const;
  return all.map(([suffix, kind, each]) => {
    return [`${name}${suffix}`, { Type: `AWS::Lambda::${kind}`, Properties: each }] as const;
  });
}

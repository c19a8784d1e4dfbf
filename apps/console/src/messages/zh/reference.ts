/** 页面 `reference` 的文字。 */
import type { Messages } from '../messages.ts';

export const reference: Messages['reference'] = {
  description: '本网关提供的全部接口，由网关自身的描述文档实时生成。',
  operations: '接口列表',
  unknown: '没有这个接口。',
  admin: '管理令牌',
  key: 'API 密钥',
  public: '无需凭据',
  parameters: '参数',
  body: '请求体',
  vendorBody: '该格式的厂商文档所规定的 JSON，网关会直接转发或进行转换。',
  answers: '响应',
  noFields: '没有自己的字段。',
  field: '字段',
  meaning: '含义与限制',
  required: '必填',
  try: '示例与试用',
  askTitle: '发送这次调用？',
  ask: '这是真实调用，可能会更改数据或产生费用。',
};

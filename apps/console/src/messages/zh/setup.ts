/** 页面 `setup` 的文字。 */
import type { Messages } from '../messages.ts';

export const setup: Messages['setup'] = {
  description: '用你的 API 密钥把程序接入本网关。',
  use: '使用此密钥',
  model: '模型',
  clients: '客户端',
  shells: '命令行',
  placeholder: '请把 YOUR_PARLEY_KEY 换成你的密钥：密钥只在创建时显示一次。',
  noModels: '此密钥没有可调用的模型。',
  documentation: '{client} 的官方说明',
  more: '更多方式',
  openLink: '打开应用',
  test: '立即测试',
  testHint: '用此密钥发出一次真实调用，按实际价格计费。',
  works: '调用成功',
  noText: '回答中没有文本。',
  rotateHint: '完成后会用新密钥自动重新登录。',
};

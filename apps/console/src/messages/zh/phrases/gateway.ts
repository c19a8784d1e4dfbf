/** 网关 API 返回的说明文字（模拟路由的步骤、价格来源、Webhook 测试），按英文原文；匹配时自上而下。 */
export const gatewayTexts: Readonly<Record<string, string>> = {
  'the connection failed': '连接失败',
  'no answer in time': '没有及时响应',
  'status {status}': '状态码 {status}',

  'The account of this key is disabled: its calls are refused.':
    '此密钥所属账户已停用：调用会被拒绝。',
  'This key is disabled: its calls are refused.': '此密钥已停用：调用会被拒绝。',
  'This key is expired: its calls are refused.': '此密钥已过期：调用会被拒绝。',
  'This key is used up: its calls are refused.': '此密钥的额度已用完：调用会被拒绝。',
  'The spending of this key is limited: it may call only targets with a price.':
    '此密钥有消费限制：只能调用有价格的目标。',

  '{name} in the group {group}: found.': '在分组 {group} 中查找 {name}：已找到。',
  '{name} in the group {group}: the key may not use it.':
    '在分组 {group} 中查找 {name}：此密钥不可使用。',
  '{name} in the group {group}: its account may not use it.':
    '在分组 {group} 中查找 {name}：所属账户不可使用。',
  '{name} in the group {group}: the group may not use it.':
    '在分组 {group} 中查找 {name}：该分组不可使用。',
  '{name} in the group {group}: there is no such call name.':
    '在分组 {group} 中查找 {name}：没有这个调用名。',
  'The group {group} has {count} tier rule.': '分组 {group} 有 {count} 条档位规则。',
  'The group {group} has {count} tier rules.': '分组 {group} 有 {count} 条档位规则。',
  'Found by name: {name} of the group {group}.': '按名称找到：分组 {group} 的 {name}。',
  'Found by fingerprint: {name} of the group {group}.': '按指纹前缀找到：分组 {group} 的 {name}。',
  'Found by tier: {name} of the group {group}.': '按档位规则找到：分组 {group} 的 {name}。',
  'Its reasoning effort is {effort}, unless the request sets one.':
    '请求未指定时，推理强度为 {effort}。',
  'The client gets the error that the model does not exist.': '调用方会收到“模型不存在”的错误。',

  'The key may not use {name}.': '此密钥不可使用 {name}。',
  'The account of this key may not use {name}.': '此密钥所属账户不可使用 {name}。',
  'The group {group} may not use {name}.': '分组 {group} 不可使用 {name}。',
  'There is no call name {name}, and no tier rule of the group {group} leads {tier} to one that may be used.':
    '没有调用名 {name}，分组 {group} 也没有把档位 {tier} 指向可用调用名的规则。',
  'There is no call name {name}; did you mean {names}?': '没有调用名 {name}；你是否想用 {names}？',
  'There is no call name {name}.': '没有调用名 {name}。',

  'Never tried: {target}. {phrase}': '不会尝试：{target}。{phrase}',
  'Never tried: {target}.': '不会尝试：{target}。',
  'Tried as number {order}: {target}. {phrase}': '第 {order} 个尝试：{target}。{phrase}',
  'Tried as number {order}: {target}.': '第 {order} 个尝试：{target}。',
  'It has no price, and this call needs one.': '它没有价格，而这次调用需要价格。',
  'The circuit breaker of its upstream is open: it is a last resort.':
    '它的上游已熔断：只在别无选择时才尝试。',
  'Its priority {later} comes after {first}.': '它的优先级 {later} 排在 {first} 之后。',
  "It does not speak the client's format {dialect}, as the first one does.":
    '它不支持调用方的格式 {dialect}，而第一个目标支持。',
  'It ranks like the first one: each comes first as often as its weight says.':
    '它与第一个目标同级：各自排在首位的次数由权重决定。',

  'catalogue of {date}': '价格目录（{date}）',
  'configuration, from {date}': '配置，自 {date} 起',
  configuration: '配置',
  'sale price, from {date}': '售价，自 {date} 起',
  'sale price': '售价',

  'The provider states no {names}.': '身份提供方没有提供 {names}。',
  'No OpenID provider is configured.': '没有配置 OpenID 身份提供方。',

  'This model is free.': '此模型免费。',
  'This model had no price: nothing is charged until it has one.':
    '此模型当时没有价格：设置价格之前不计费。',
  'How this cost came about cannot be read.': '无法读取这笔费用的计算过程。',
  'Charged: {amount}, rounded up to a billionth of a dollar':
    '计费：{amount}，向上取整到十亿分之一美元',
  'Prices: {phrase}, for prompts above {count} tokens':
    '价格来源：{phrase}，适用于超过 {count} Token 的提示词',
  'Prices: {phrase}': '价格来源：{phrase}',
  'Service: {name}, × {factor}': '服务级别：{name}，× {factor}',
  '{amount} × {factor} (group)': '{amount} × {factor}（分组倍率）',
  '{phrase} × {rate}/M = {sum}': '{phrase} × {rate}/百万 = {sum}',
  'about {phrase}': '约 {phrase}',
  '{count} audio input tokens': '{count} 音频输入 Token',
  '{count} image input tokens': '{count} 图片输入 Token',
  '{count} video input tokens': '{count} 视频输入 Token',
  '{count} audio output tokens': '{count} 音频输出 Token',
  '{count} image output tokens': '{count} 图片输出 Token',
  '{count} video output tokens': '{count} 视频输出 Token',
  '{count} input tokens': '{count} 输入 Token',
  '{count} output tokens': '{count} 输出 Token',
  '{count} cache-read tokens': '{count} 缓存读取 Token',
  '{count} cache-write ({time}) tokens': '{count} 缓存写入（{time}）Token',
  '{count} reasoning tokens': '{count} 推理 Token',
};

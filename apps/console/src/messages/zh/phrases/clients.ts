/** `@parley/clients` 中各客户端设置步骤的文字，按英文原文。 */
export const clientTexts: Readonly<Record<string, string>> = {
  '{client}, {name}, whole': '{client}，{name} 格式，完整返回',
  '{client}, {name}, streamed': '{client}，{name} 格式，流式返回',
  '{client}: install': '{client}：安装',
  'Or set variables, and create the client without options':
    '或者设置环境变量，创建客户端时不带任何选项',
  'In this terminal': '在当前终端中',
  'Or permanently': '或者永久生效',
  Settings: '设置文件',
  'Settings, above the first table of the file': '设置文件，写在第一个表（[…]）之前',
  'Or start it with the connection': '或者启动时带上连接设置',
  'Import link': '导入链接',
  'Import link for {client}': '{client} 的导入链接',
  'Or by hand: Settings → Model Provider → Add, of the type':
    '或者手动设置：Settings → Model Provider → Add，类型选择',
  'Model IDs; all models of the key when left empty': 'Model IDs；留空表示该密钥可用的全部模型',
  'ANTHROPIC_API_KEY must not be set: it would be used beside the token. The list behind /model shows only models whose names hold "claude" or "anthropic"; any other is chosen by these variables or with --model.':
    '不能同时设置 ANTHROPIC_API_KEY，否则它会与令牌一起发送。/model 列表只显示名称含 “claude” 或 “anthropic” 的模型；其他模型要用这些环境变量或 --model 指定。',
  'Not in the .claude folder of a project, where the key would be shared with its code.':
    '不要写进项目的 .claude 目录，否则密钥会随代码一起共享。',
  'Codex speaks Responses only; the gateway translates for models of every other format. With openai_base_url in place of the provider, Codex sends its requests on a WebSocket, and asks the API to shorten a long conversation, which it otherwise does itself.':
    'Codex 只支持 Responses 格式；其他格式的模型由网关转换。如果改用 openai_base_url 而不定义 provider，Codex 会通过 WebSocket 发送请求，并由 API 压缩过长的对话；否则由它自己压缩。',
  'Without this it asks you to sign in, whatever the variables say, and asks models of Google when it compresses a conversation or corrects an edit. Leave modelConfigs out if the gateway offers Google’s models by their names.':
    '否则无论变量如何，它都会要求登录，并在压缩对话或修正编辑时调用 Google 的模型。如果网关以原名提供 Google 的模型，可以省去 modelConfigs。',
  'It knows the models of this file only; write them anew when the gateway gets others.':
    '它只认识此文件中的模型；网关的模型变化后请重新写入。',
  'The model must know tools and streaming. COPILOT_OFFLINE=true keeps it from asking GitHub for anything. COPILOT_PROVIDER_WIRE_API=responses makes it speak Responses.':
    '模型必须支持工具调用和流式返回。COPILOT_OFFLINE=true 使它不向 GitHub 发送任何请求；COPILOT_PROVIDER_WIRE_API=responses 使它改用 Responses 格式。',
  "Requests come from Cursor's own servers, so the gateway needs an address that the internet reaches, with https: 127.0.0.1 or an address of your network does not work. Tab completion always uses Cursor's models, and the override holds for all models that Cursor calls OpenAI's.":
    '请求由 Cursor 的服务器发出，网关需有可从公网访问的 https 地址：127.0.0.1 或内网地址不可用。Tab 补全始终使用 Cursor 自己的模型；此替换对 Cursor 中归为 OpenAI 的所有模型都生效。',
  'Its server sends the requests. In a container 127.0.0.1 is the container itself: write host.docker.internal in its place, and start the gateway with --host 0.0.0.0.':
    '请求由它的服务器发出。在容器中，127.0.0.1 是容器自己：请改写为 host.docker.internal，并用 --host 0.0.0.0 启动网关。',
  'It reads these variables at its first start only; later the settings of its administrator count.':
    '它只在首次启动时读取这些环境变量；之后以管理员的设置为准。',
  'From VS Code 1.122 on, also without a GitHub account. The API type is Chat Completions.':
    '需要 VS Code 1.122 或更新版本，无需 GitHub 账号。API 类型选择 Chat Completions。',
  'In the file that VS Code opens then: models of the new entry':
    '在 VS Code 随后打开的文件中：新条目的 models',
  'Correct the two limits where you know them: together they are the context of the model.':
    '如果知道实际值，请改正这两个上限：两者之和就是模型的上下文长度。',
  'Correct max_tokens where you know it: it is the context of the model. In place of the next step, the key may be the variable PARLEY_API_KEY when Zed starts.':
    '如果知道实际值，请改正 max_tokens：它是模型的上下文长度。也可以不做下一步，而在启动 Zed 时把密钥放在环境变量 PARLEY_API_KEY 中。',
  'This link holds the key: whoever has the link has the key. The model is chosen there, under Manage.':
    '此链接包含密钥：得到链接的人就得到了密钥。模型在应用内的 Manage 中选择。',
  'This link holds the key: whoever has the link has the key.':
    '此链接包含密钥：得到链接的人就得到了密钥。',
};
